package io.tenure.server.apply;

/** Where answers gather until they are sent together. */
public interface Outbox {
  /** For answers that were sent as they came. */
  Outbox NONE = () -> {};

  /** Sends what has gathered. Any thread; returns at once. */
  void flush();
}
