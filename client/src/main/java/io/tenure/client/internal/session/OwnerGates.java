package io.tenure.client.internal.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Owners and parties that have to wait before they ask for more, because something of theirs is
 * being given back: the service might take the one for the other, or find them to wait for
 * themselves. On the loop.
 */
final class OwnerGates {
  private static final class Gate {
    private final Set<SessionPart.Opening> waiting = new LinkedHashSet<>();
    private int closed;
  }

  private final Map<String, Gate> gates = new HashMap<>();

  /** May be closed several times, and have to be opened as often. */
  void close(List<String> askers) {
    askers.forEach(asker -> gates.computeIfAbsent(asker, each -> new Gate()).closed++);
  }

  /** Those who may ask now, or have to wait at another gate, in the order in which they came. */
  List<SessionPart.Opening> open(List<String> askers) {
    Set<SessionPart.Opening> freed = new LinkedHashSet<>();
    for (String asker : askers) {
      Gate gate = gates.get(asker);
      if (gate != null && --gate.closed == 0) {
        gates.remove(asker);
        freed.addAll(gate.waiting);
      }
    }
    return List.copyOf(freed);
  }

  /** Whether all of these may ask now. If not, whoever asks is let in when they may. */
  boolean isClear(List<String> askers, SessionPart.Opening asking) {
    for (String asker : askers) {
      Gate gate = gates.get(asker);
      if (gate != null) {
        gate.waiting.add(asking);
        return false;
      }
    }
    return true;
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
