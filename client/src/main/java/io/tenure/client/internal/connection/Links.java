package io.tenure.client.internal.connection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The links to all known servers: those that the user named, and leaders that servers named. */
final class Links {
  private static final DeferredLog log = DeferredLog.of(Links.class);

  private final Router router;
  private final ClientLoop loop;
  private final List<Endpoint> seeds;
  private final long idleNanos;
  private final Map<Endpoint, Link> links = new HashMap<>();

  /** See {@link #forwarding}. */
  private @Nullable Link forwardingLink;

  Links(Router router, ClientLoop loop, List<Endpoint> seeds, long idleNanos) {
    this.router = router;
    this.loop = loop;
    this.seeds = List.copyOf(seeds);
    this.idleNanos = idleNanos;
  }

  /** A copy, since links come and go while a caller goes through it. */
  List<Link> all() {
    List<Link> all = new ArrayList<>(links.values());
    if (forwardingLink != null) {
      all.add(forwardingLink);
    }
    return all;
  }

  boolean has(Link link) {
    return link == forwardingLink || links.get(link.endpoint) == link;
  }

  private Link link(Endpoint endpoint) {
    return links.computeIfAbsent(endpoint, each -> new Link(router, loop, each, false));
  }

  /** Connects to every known server: each says who leads. */
  void search() {
    seeds.forEach(this::link);
    all().forEach(Link::connect);
  }

  /** The connected server with this node id. */
  @Nullable Link named(String node) {
    for (Link link : links.values()) {
      if (!node.isEmpty() && link.welcome != null && link.node.equals(node)) {
        return link;
      }
    }
    return null;
  }

  /** Connects to a leader that another server has named. */
  void connectTo(String node, String address) {
    if (address.isEmpty() || named(node) != null) {
      return;
    }
    try {
      link(Endpoint.parse(address)).connect();
    } catch (IllegalArgumentException e) {
      log.debug("a server named a leader with an invalid address: {}", address);
    }
  }

  /**
   * A link to a server that forwards calls to the leader, for a client that cannot reach the
   * leader's own address. If that server is lost, another one is used. Empty until it is connected.
   */
  Optional<Link> forwarding() {
    Link present = forwardingLink;
    if (present != null && present.welcome != null) {
      return Optional.of(present);
    }
    if (present == null || !present.isConnecting()) {
      links.values().stream()
          .filter(link -> link.welcome != null)
          .filter(link -> present == null || !link.endpoint.equals(present.endpoint))
          .findFirst()
          .ifPresent(link -> forwardThrough(link.endpoint));
    }
    if (forwardingLink != null) {
      forwardingLink.connect();
    }
    return Optional.empty();
  }

  private void forwardThrough(Endpoint endpoint) {
    if (forwardingLink != null) {
      forwardingLink.close();
    }
    forwardingLink = new Link(router, loop, endpoint, true);
  }

  void closeIdle(long now, Predicate<Link> needed) {
    for (Link link : all()) {
      if (!needed.test(link) && link.isIdle() && now - link.lastUsedNanos > idleNanos) {
        remove(link);
        link.close();
      }
    }
  }

  private void remove(Link link) {
    if (link == forwardingLink) {
      forwardingLink = null;
    } else {
      links.remove(link.endpoint, link);
    }
  }

  void close() {
    all().forEach(Link::close);
    links.clear();
    forwardingLink = null;
  }
}
