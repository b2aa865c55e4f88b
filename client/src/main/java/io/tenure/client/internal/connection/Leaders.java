package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Who leads each shard, by what the servers say of themselves. A server that says that it leads is
 * believed, unless the one believed before still answers. On the loop.
 */
final class Leaders {
  private static final DeferredLog log = DeferredLog.of(Leaders.class);

  /** A leader that owes an answer for so long may be frozen: others are asked. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** After so long the connection itself is given up. */
  private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Links links;
  private final BiConsumer<Route, Link> onChange;
  private final List<Route> routes = new ArrayList<>();

  /**
   * @param onChange told when another server leads
   */
  Leaders(Links links, BiConsumer<Route, Link> onChange) {
    this.links = links;
    this.onChange = onChange;
  }

  /** There are this many shards, now that it is known. */
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

  /** Whether calls are under way that nobody leads. */
  boolean areSought() {
    return routes.stream().anyMatch(route -> route.open > 0 && route.leader == null);
  }

  void heard(Link from, Welcome welcome) {
    for (Route route : routes) {
      if (route.leader == from && !from.passesOn && !from.claims(route.shard)) {
        route.follow(null);
      }
      choose(route);
      if (route.leader == null && route.shard < welcome.getShardsCount()) {
        links.follow(
            welcome.getShards(route.shard).getLeaderNode(),
            welcome.getShards(route.shard).getLeaderAddress());
      }
    }
  }

  /** Stays with who leads and answers; else goes to another who says that it leads. */
  void choose(Route route) {
    long now = System.nanoTime();
    Link present = route.leader;
    if (present != null && isGood(present, route, now)) {
      return;
    }
    for (Link link : links.all()) {
      if (link != present && !link.passesOn && isGood(link, route, now)) {
        adopt(route, link);
        return;
      }
    }
  }

  private static boolean isGood(Link link, Route route, long now) {
    return link.claims(route.shard) && link.overdueNanos(now) < STALL_NANOS;
  }

  private void adopt(Route route, Link link) {
    log.debug("shard {}: {} at {}", route.shard, link.node, link.endpoint);
    route.follow(link);
    onChange.accept(route, link);
  }

  void lost(Link link) {
    for (Route route : routes) {
      if (route.leader == link) {
        route.follow(null);
        choose(route);
      }
    }
  }

  /** The server has said itself that it leads no longer; what it said before is void. */
  void deposed(Link from, Route route, Error error) {
    if (route.leader != from) {
      return;
    }
    from.deny(route.shard);
    route.follow(null);
    Link named = links.named(error.getLeaderNode());
    if (named != null && named != from) {
      adopt(route, named);
    } else {
      links.follow(error.getLeaderNode(), error.getLeaderAddress());
      links.search();
    }
  }

  /** Looks for another leader if there is none, or if it owes answers for too long. */
  void look(Route route, long now) {
    Link leader = route.leader;
    long overdue = leader == null ? 0 : leader.overdueNanos(now);
    boolean needed = leader == null ? route.open > 0 : overdue >= STALL_NANOS || leader.passesOn;
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
      links.passingOn().ifPresent(link -> adopt(route, link));
    }
    if (route.leader == null || !route.leader.passesOn || overdue >= STALL_NANOS) {
      links.search();
    }
  }
}
