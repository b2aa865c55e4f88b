package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Knows the leader of each shard. A server that says that it leads a shard becomes the shard's
 * leader here, unless the present one still answers. On the loop.
 */
final class Leaders {
  private static final DeferredLog log = DeferredLog.of(Leaders.class);

  /** A leader that owes an answer for so long may be frozen: other servers are asked. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** After so long the connection is opened anew. */
  private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Links links;
  private final BiConsumer<Route, Link> onChange;
  private final List<Route> routes = new ArrayList<>();

  /**
   * @param onChange called when a shard has a new leader
   */
  Leaders(Links links, BiConsumer<Route, Link> onChange) {
    this.links = links;
    this.onChange = onChange;
  }

  void begin(int shards) {
    while (routes.size() < shards) {
      routes.add(new Route(routes.size()));
    }
  }

  Route route(int shard) {
    return routes.get(shard);
  }

  List<Route> routes() {
    return routes;
  }

  boolean leads(Link link) {
    return routes.stream().anyMatch(route -> route.leader == link);
  }

  /** Whether calls are under way in a shard without a leader. */
  boolean isAnyMissing() {
    return routes.stream().anyMatch(route -> route.open > 0 && route.leader == null);
  }

  void onWelcome(Link from, Welcome welcome) {
    for (Route route : routes) {
      if (route.leader == from && !from.forwards && !from.claims(route.shard)) {
        route.setLeader(null);
      }
      choose(route);
      if (route.leader == null && route.shard < welcome.getShardsCount()) {
        links.connectTo(
            welcome.getShards(route.shard).getLeaderNode(),
            welcome.getShards(route.shard).getLeaderAddress());
      }
    }
  }

  /** Keeps a leader that answers; otherwise takes another server that says that it leads. */
  void choose(Route route) {
    long now = System.nanoTime();
    Link present = route.leader;
    if (present != null && isGood(present, route, now)) {
      return;
    }
    for (Link link : links.all()) {
      if (link != present && !link.forwards && isGood(link, route, now)) {
        adopt(route, link);
        return;
      }
    }
  }

  private static boolean isGood(Link link, Route route, long now) {
    return link.claims(route.shard) && link.overdueNanos(now) < STALL_NANOS;
  }

  private void adopt(Route route, Link link) {
    log.debug("shard {}: leader is {} at {}", route.shard, link.node, link.endpoint);
    route.setLeader(link);
    onChange.accept(route, link);
  }

  void onLinkLost(Link link) {
    for (Route route : routes) {
      if (route.leader == link) {
        route.setLeader(null);
        choose(route);
      }
    }
  }

  /** The server has answered that it does not lead the shard, whatever it said before. */
  void onNotLeader(Link from, Route route, Error error) {
    if (route.leader != from) {
      return;
    }
    from.deny(route.shard);
    route.setLeader(null);
    Link named = links.named(error.getLeaderNode());
    if (named != null && named != from) {
      adopt(route, named);
    } else {
      links.connectTo(error.getLeaderNode(), error.getLeaderAddress());
      links.search();
    }
  }

  /** Looks for another leader if there is none, or if the present one does not answer. */
  void check(Route route, long now) {
    Link leader = route.leader;
    long overdue = leader == null ? 0 : leader.overdueNanos(now);
    boolean needed = leader == null ? route.open > 0 : overdue >= STALL_NANOS || leader.forwards;
    if (!needed) {
      return;
    }
    choose(route);
    if (route.leader != leader) {
      return;
    }
    if (leader != null && overdue >= DEAD_NANOS) {
      leader.restart();
    }
    if (route.leader == null && now - route.leaderlessSinceNanos > DEAD_NANOS) {
      links.forwarding().ifPresent(link -> adopt(route, link));
    }
    if (route.leader == null || !route.leader.forwards || overdue >= STALL_NANOS) {
      links.search();
    }
  }
}
