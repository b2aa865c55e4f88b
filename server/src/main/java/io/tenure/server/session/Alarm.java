package io.tenure.server.session;

/** Calls back after a while. */
@FunctionalInterface
public interface Alarm {
  /** Runs the task in this many milliseconds, on any other thread. Returns at once. */
  void after(long delayMillis, Runnable task);
}
