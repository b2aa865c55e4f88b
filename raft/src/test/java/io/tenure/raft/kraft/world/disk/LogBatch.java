package io.tenure.raft.kraft.world.disk;

import java.util.Arrays;

/** A record batch in a log. Nobody changes its bytes. */
public final class LogBatch {
  private final long first;
  private final long last;
  private final int epoch;
  private final byte[] bytes;

  public LogBatch(long first, long last, int epoch, byte[] bytes) {
    this.first = first;
    this.last = last;
    this.epoch = epoch;
    this.bytes = bytes;
  }

  public long first() {
    return first;
  }

  public long last() {
    return last;
  }

  public int epoch() {
    return epoch;
  }

  public byte[] bytes() {
    return bytes;
  }

  public boolean sameAs(LogBatch other) {
    return first == other.first
        && last == other.last
        && epoch == other.epoch
        && Arrays.equals(bytes, other.bytes);
  }
}
