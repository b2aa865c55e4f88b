package io.tenure.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who has to wait with what it asks for, because something of the same owner is being given back:
 * it might be taken for that. On the loop.
 */
final class OwnerGates {
  private static final class Gate {
    private final Set<SessionPart.Opening> waiting = new LinkedHashSet<>();
    private int closed;
  }

  private final Map<String, Gate> gates = new HashMap<>();

  /** May be closed several times, and has to be opened as often. */
  void close(String owner) {
    gates.computeIfAbsent(owner, each -> new Gate()).closed++;
  }

  /** Those who may ask now, in the order in which they came. */
  List<SessionPart.Opening> open(String owner) {
    Gate gate = gates.get(owner);
    if (gate == null || --gate.closed > 0) {
      return List.of();
    }
    gates.remove(owner);
    return List.copyOf(gate.waiting);
  }

  /** Whether the owner may ask now. If not, whoever asks is let in when it may. */
  boolean isClear(String owner, SessionPart.Opening asking) {
    Gate gate = gates.get(owner);
    if (gate != null) {
      gate.waiting.add(asking);
    }
    return gate == null;
  }

  /** Somebody does not want to wait any more. */
  void forget(SessionPart.Opening opening) {
    gates.values().forEach(gate -> gate.waiting.remove(opening));
  }

  /** Everybody who waits; nobody does any more. */
  List<SessionPart.Opening> drain() {
    List<SessionPart.Opening> all = new ArrayList<>();
    gates.values().forEach(gate -> all.addAll(gate.waiting));
    gates.clear();
    return all;
  }
}
