package io.tenure.client.internal.call;

/** Whether a failed call may be made again. */
enum Retry {
  /** Nothing was executed. */
  SAFE,
  /** The same call fails in the same way. */
  NEVER,
  /** It may have been executed. */
  INDETERMINATE
}
