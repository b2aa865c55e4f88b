package io.tenure.client.internal.connection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The links to the servers that are known: those the user named, and those that others did. */
final class Links {
  private static final DeferredLog log = DeferredLog.of(Links.class);

  private final Router router;
  private final ClientLoop loop;
  private final List<Endpoint> seeds;
  private final long idleNanos;
  private final Map<Endpoint, Link> links = new HashMap<>();

  /** To whoever passes on what is not for it; see {@link #passingOn}. */
  private @Nullable Link detour;

  Links(Router router, ClientLoop loop, List<Endpoint> seeds, long idleNanos) {
    this.router = router;
    this.loop = loop;
    this.seeds = List.copyOf(seeds);
    this.idleNanos = idleNanos;
  }

  /** A copy: connections may end, and others begin, while one goes through it. */
  List<Link> all() {
    List<Link> all = new ArrayList<>(links.values());
    if (detour != null) {
      all.add(detour);
    }
    return all;
  }

  boolean has(Link link) {
    return link == detour || links.get(link.endpoint) == link;
  }

  private Link link(Endpoint endpoint) {
    return links.computeIfAbsent(endpoint, each -> new Link(router, loop, each, false));
  }

  /** Asks every server that is known. */
  void search() {
    seeds.forEach(this::link);
    all().forEach(Link::connect);
  }

  /** The one that calls itself so, if it has said so. */
  @Nullable Link named(String node) {
    for (Link link : links.values()) {
      if (!node.isEmpty() && link.welcome != null && link.node.equals(node)) {
        return link;
      }
    }
    return null;
  }

  /** Connects to whom another server names. */
  void follow(String node, String address) {
    if (address.isEmpty() || named(node) != null) {
      return;
    }
    try {
      link(Endpoint.parse(address)).connect();
    } catch (IllegalArgumentException e) {
      log.debug("a server names a leader at {}", address);
    }
  }

  /**
   * A way through a server that does not lead, for when the leader's own address cannot be reached
   * from here: it is asked to pass on what is not for it. If that server goes, another one is
   * asked.
   */
  Optional<Link> passingOn() {
    Link present = detour;
    if (present != null && present.welcome != null) {
      return Optional.of(present);
    }
    if (present == null || !present.isConnecting()) {
      links.values().stream()
          .filter(link -> link.welcome != null)
          .filter(link -> present == null || !link.endpoint.equals(present.endpoint))
          .findFirst()
          .ifPresent(link -> goRoundBy(link.endpoint));
    }
    if (detour != null) {
      detour.connect();
    }
    return Optional.empty();
  }

  private void goRoundBy(Endpoint endpoint) {
    if (detour != null) {
      detour.close();
    }
    detour = new Link(router, loop, endpoint, true);
  }

  void closeIdle(long now, Predicate<Link> needed) {
    for (Link link : all()) {
      if (!needed.test(link) && link.isIdle() && now - link.usedNanos > idleNanos) {
        remove(link);
        link.close();
      }
    }
  }

  private void remove(Link link) {
    if (link == detour) {
      detour = null;
    } else {
      links.remove(link.endpoint, link);
    }
  }

  void close() {
    all().forEach(Link::close);
    links.clear();
    detour = null;
  }
}
