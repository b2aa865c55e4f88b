package io.tenure.faults.fault;

/** What a fault affects, in the order in which simultaneous faults must be undone. */
public enum FaultScope {
  /** The links of a minority of the nodes. */
  LINKS,
  /** How fast one node's disk is. */
  STORAGE,
  /** Nothing that the service depends on. */
  NOTHING,
  /** One node's process, its data or its membership. */
  PROCESS,
  /** More than a minority, at once or one after the other. */
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
