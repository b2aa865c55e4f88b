package io.tenure.faults.work.role;

/** What a client does, again and again, on its own thread. */
public interface Role {
  /** Does it once. Whatever the service does to it is written down, and no exception. */
  void step() throws InterruptedException;

  /** Gives back what is kept from one step to the next. */
  default void end() throws InterruptedException {}
}
