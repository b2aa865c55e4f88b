package io.tenure.faults.fault;

/** What a fault touches, in the order in which several of them have to be healed. */
public enum FaultScope {
  /** The links of a minority of the nodes. */
  LINKS,
  /** How fast one node's disk is. */
  STORAGE,
  /** Nothing that the service relies on. */
  NOTHING,
  /** One node's process, its data or its membership. */
  PROCESS,
  /** More than a minority, or a minority after the other. */
  MANY;

  /**
   * Whether both may be the case at the same time, of the same node, without more damage than each
   * does alone.
   */
  boolean goesWith(FaultScope other) {
    boolean harmless = this == NOTHING || other == NOTHING;
    return harmless || (this != other && this != MANY && other != MANY);
  }
}
