package io.tenure.raft.kraft.world;

import java.util.Arrays;

/** A record batch in a log. Nobody changes its bytes. */
final class LogBatch {
  private final long first;
  private final long last;
  private final int epoch;
  private final byte[] bytes;

  LogBatch(long first, long last, int epoch, byte[] bytes) {
    this.first = first;
    this.last = last;
    this.epoch = epoch;
    this.bytes = bytes;
  }

  long first() {
    return first;
  }

  long last() {
    return last;
  }

  int epoch() {
    return epoch;
  }

  byte[] bytes() {
    return bytes;
  }

  boolean sameAs(LogBatch other) {
    return first == other.first
        && last == other.last
        && epoch == other.epoch
        && Arrays.equals(bytes, other.bytes);
  }
}
