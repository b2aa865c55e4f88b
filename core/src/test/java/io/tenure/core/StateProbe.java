package io.tenure.core;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import java.util.List;

/** Shows tests in other packages what the core keeps to itself. */
public final class StateProbe {
  private StateProbe() {}

  /** How many nodes the key trie has, its root not counted. */
  public static int nodes(LockState state) {
    return state.nodes();
  }

  /** How often waiting requests were looked at again. */
  public static long looks(LockState state) {
    return state.table().reviews().examinations();
  }

  /** The footprint of an ended answer. */
  public static long bytes(Outcome outcome) {
    return Footprint.of(outcome);
  }

  /** Sessions that are over and have not lost everything yet. */
  public static List<SessionId> ending(LockState state) {
    return state.ending().stream().map(over -> over.session().session.id()).toList();
  }
}
