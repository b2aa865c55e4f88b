package io.tenure.client.internal.connection;

/** What a call does at the service. Decides what it means that a call may have been executed. */
public enum CallEffect {
  /** Executing it twice, or not at all, makes no difference to the caller. */
  READS,
  CHANGES
}
