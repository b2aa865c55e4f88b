package io.tenure.core;

/** Shows tests in other packages what the core keeps to itself. */
public final class StateProbe {
  private StateProbe() {}

  /** How many nodes the key trie has, its root not counted. */
  public static int nodes(LockState state) {
    return state.nodes();
  }
}
