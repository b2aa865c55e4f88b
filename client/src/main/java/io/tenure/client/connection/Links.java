package io.tenure.client.connection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The links to the servers that are known: those the user named, and those that others did. */
final class Links {
  private static final Logger log = LoggerFactory.getLogger(Links.class);

  /** A link that nothing goes over for so long is closed. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Router router;
  private final Loop loop;
  private final List<Endpoint> seeds;
  private final Map<Endpoint, Link> links = new HashMap<>();

  /** To whoever passes on what is not for it; see {@link #passingOn}. */
  private @Nullable Link detour;

  Links(Router router, Loop loop, List<Endpoint> seeds) {
    this.router = router;
    this.loop = loop;
    this.seeds = List.copyOf(seeds);
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
   * from here: it is asked to pass on what is not for it.
   */
  Optional<Link> passingOn() {
    if (detour != null && detour.welcome != null) {
      return Optional.of(detour);
    }
    if (detour == null) {
      links.values().stream()
          .filter(link -> link.welcome != null)
          .findFirst()
          .ifPresent(link -> detour = new Link(router, loop, link.endpoint, true));
    }
    if (detour != null) {
      detour.connect();
    }
    return Optional.empty();
  }

  void closeIdle(long now, Predicate<Link> needed) {
    for (Link link : all()) {
      if (!needed.test(link) && link.isIdle() && now - link.usedNanos > IDLE_NANOS) {
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
