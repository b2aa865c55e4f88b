package io.tenure.core.model;

/** How far a target reaches. */
public enum Scope {
  /** The key alone. */
  KEY,
  /** The key and everything below it. */
  SUBTREE
}
