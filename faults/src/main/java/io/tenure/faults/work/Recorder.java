package io.tenure.faults.work;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers what the clients of a process do, and writes it down. Any thread. */
public final class Recorder {
  /** Each process has so many numbers. */
  private static final int PROCESS_SHIFT = 32;

  private final HistoryWriter history;
  private final AtomicLong last;

  /**
   * A recorder.
   *
   * @param process what no other process of the run is numbered
   */
  Recorder(HistoryWriter history, int process) {
    this.history = history;
    this.last = new AtomicLong((long) process << PROCESS_SHIFT);
  }

  /** A number for an operation. */
  public long next() {
    return last.incrementAndGet();
  }

  /**
   * To be called before anything is sent. Nobody can be granted something, not even by being killed
   * right afterwards, of which the history does not tell that it was asked for.
   */
  public void invoked(long op, String client, Operation operation) {
    history.writeAtOnce(new Entry.Invoked(op, client, operation, System.nanoTime()));
  }

  /**
   * What came of it.
   *
   * @param nanos when that was known
   */
  public void returned(long op, Result result, long nanos) {
    history.write(new Entry.Returned(op, result, nanos));
  }

  public void lost(String client, int shard, long token, String why) {
    history.write(new Entry.Lost(client, shard, token, why, System.nanoTime()));
  }

  /** It was read at that time that the hold is good until then. */
  public void sure(String client, int shard, long token, long untilNanos, long nanos) {
    history.write(new Entry.Sure(client, shard, token, untilNanos, nanos));
  }

  void starved(String process, long fromNanos, long toNanos) {
    history.write(new Entry.Starved(process, fromNanos, toNanos));
  }

  public void kept(Entry.Kept kept) {
    history.write(kept);
  }

  public void keepRefused(Entry.KeepRefused refused) {
    history.write(refused);
  }
}
