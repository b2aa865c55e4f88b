package io.tenure.simulation.check;

import io.tenure.simulation.world.LocalClock;
import io.tenure.simulation.world.Node;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Since when each node's clock has run at a sane rate. Two guarantees depend on time and hold only
 * for sane clocks.
 */
final class ClockSanity {
  private static final long ALWAYS = Long.MIN_VALUE;
  private static final long NOT_NOW = Long.MAX_VALUE;

  private final Map<Node, Long> saneSince = new HashMap<>();
  private final Set<Node> leaders = new LinkedHashSet<>();

  void clockRate(Node node, double rate) {
    if (!LocalClock.isSane(rate)) {
      saneSince.put(node, NOT_NOW);
    } else if (saneSince.getOrDefault(node, ALWAYS) == NOT_NOW) {
      saneSince.put(node, node.world().now());
    }
  }

  void elected(Node server) {
    leaders.add(server);
  }

  boolean isSaneSince(Node node, long time) {
    return saneSince.getOrDefault(node, ALWAYS) <= time;
  }

  /** Whether everybody who may have watched a session since then had a sane clock. */
  boolean areLeadersSaneSince(long time) {
    for (Node leader : leaders) {
      if (!isSaneSince(leader, time)) {
        return false;
      }
    }
    return true;
  }
}
