package io.tenure.client;

/** What a target is about. */
public enum Scope {
  KEY,
  /** The key and everything below it. */
  SUBTREE
}
