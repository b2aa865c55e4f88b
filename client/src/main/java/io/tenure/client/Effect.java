package io.tenure.client;

/** What a call does. */
enum Effect {
  /** Nothing: made twice, it does no harm. */
  READS,
  CHANGES
}
