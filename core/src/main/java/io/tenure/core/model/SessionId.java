package io.tenure.core.model;

/**
 * A session of one shard. Numbers grow and never come back, so a late message finds nobody else.
 */
public record SessionId(long number) implements Comparable<SessionId> {
  @Override
  public int compareTo(SessionId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SessionId id && id.number == number;
  }

  @Override
  public String toString() {
    return "s" + number;
  }
}
