package io.tenure.client;

/** What a lock or a watch covers. */
public enum Scope {
  /** The key alone. */
  KEY,
  /** The key and everything below it. */
  SUBTREE
}
