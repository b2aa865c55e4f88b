package io.tenure.client.internal.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds back new requests of an owner or a party while one of its requests is withdrawn or one of
 * its holds is released. Otherwise the service could answer the new request with the hold that is
 * about to end, or refuse it as a deadlock of the party with itself. On the loop.
 */
final class OwnerGates {
  private static final class Gate {
    private final Set<SessionWaiter> waiting = new LinkedHashSet<>();
    private int closed;
  }

  private final Map<String, Gate> gates = new HashMap<>();

  /** A gate that is closed several times has to be opened as often. */
  void close(List<String> names) {
    names.forEach(name -> gates.computeIfAbsent(name, each -> new Gate()).closed++);
  }

  /**
   * Opens them once.
   *
   * @return the waiters of those that are open now, in order of arrival; another gate may be closed
   *     for them
   */
  List<SessionWaiter> open(List<String> names) {
    Set<SessionWaiter> freed = new LinkedHashSet<>();
    for (String name : names) {
      Gate gate = gates.get(name);
      if (gate != null && --gate.closed == 0) {
        gates.remove(name);
        freed.addAll(gate.waiting);
      }
    }
    return List.copyOf(freed);
  }

  /** Whether all of these are open. If not, the waiter is returned by {@link #open} later. */
  boolean areOpen(List<String> names, SessionWaiter waiter) {
    for (String name : names) {
      Gate gate = gates.get(name);
      if (gate != null) {
        gate.waiting.add(waiter);
        return false;
      }
    }
    return true;
  }

  void forget(SessionWaiter waiter) {
    gates.values().forEach(gate -> gate.waiting.remove(waiter));
  }

  /** Removes all gates and returns their waiters. */
  List<SessionWaiter> drain() {
    List<SessionWaiter> all = new ArrayList<>();
    gates.values().forEach(gate -> all.addAll(gate.waiting));
    gates.clear();
    return all;
  }
}
