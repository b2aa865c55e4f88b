package io.tenure.simulation.world;

import org.jspecify.annotations.Nullable;

/** Something that is going to happen, in the order of time and then of being scheduled. */
public final class Timer implements Comparable<Timer> {
  /** For messages: whoever is alive at that address when they arrive gets them. */
  static final int ANY_INCARNATION = -1;

  final long time;
  final long sequence;

  /** Who acts, or null for the world itself. */
  final @Nullable Node node;

  /** The life of the node that this belongs to; it dies with it. */
  final int incarnation;

  final Runnable action;
  private boolean cancelled;

  Timer(long time, long sequence, @Nullable Node node, int incarnation, Runnable action) {
    this.time = time;
    this.sequence = sequence;
    this.node = node;
    this.incarnation = incarnation;
    this.action = action;
  }

  public void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  @Override
  public int compareTo(Timer other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(sequence);
  }
}
