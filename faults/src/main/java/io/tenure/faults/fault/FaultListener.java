package io.tenure.faults.fault;

import io.tenure.faults.history.Entry;

/** Hears what a {@link Nemesis} does, from its thread. */
public interface FaultListener {
  /**
   * A fault has begun.
   *
   * @param kind as on the command line
   * @param what the fault and its victim
   * @param nanos when it began, by {@link System#nanoTime}
   */
  void began(String kind, String what, long nanos);

  /** It is over, and the service is whole again unless the entry says otherwise. */
  void ended(Entry.Fault fault);

  /** A fault could not begin; all others were ended. */
  void skipped(Entry.Skipped fault);

  /** Nothing is wrong from now on. */
  void calmBegan(long nanos);

  void calmEnded(Entry.Calm calm);
}
