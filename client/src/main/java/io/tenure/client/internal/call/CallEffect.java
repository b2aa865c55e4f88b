package io.tenure.client.internal.call;

/** What a call does. */
public enum CallEffect {
  /** Nothing: made twice, it does no harm. */
  READS,
  CHANGES
}
