package io.tenure.client.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes calls to the leaders of their shards.
 *
 * <p>While all is well there is one stream, to the leader (one for each node that leads something).
 * When a leader is lost, or owes answers for too long, every server that is known is asked; each
 * says who leads, and says so again when that changes. A server that says of itself that it leads
 * is believed, unless the one believed before still answers. When the leader changes, what is under
 * way is sent again, as it was, in the order of submission.
 */
public final class Router {
  private static final Logger log = LoggerFactory.getLogger(Router.class);

  /** A leader that owes an answer for so long may be frozen: others are asked. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A link that nothing goes over for so long is closed. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Calls that may be under way; far more than servers take at once. */
  private static final int MAX_CALLS = 200_000;

  private final Loop loop;
  private final List<Endpoint> seeds;
  private final Map<Endpoint, Link> links = new HashMap<>();
  private final Map<Long, Call> calls = new LinkedHashMap<>();
  private final List<Route> routes = new ArrayList<>();
  private @Nullable ShardTable shards;
  private long sequence;
  private final ArrayDeque<Curious> curious = new ArrayDeque<>();
  private boolean watching;
  private boolean resendIsDue;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private boolean closed;
  private volatile String trouble = "not connected yet";

  public Router(Loop loop, List<Endpoint> seeds) {
    this.loop = loop;
    this.seeds = List.copyOf(seeds);
  }

  /** Why nothing is answered, if nothing is; for messages. Any thread. */
  public String trouble() {
    return trouble;
  }

  /** How many calls are under way. */
  public int open() {
    return calls.size();
  }

  public void submit(Call call) {
    if (closed) {
      call.over = true;
      call.failed(error(Reason.SHUTTING_DOWN, Retry.RETRY_NEVER, "the client is closed"));
      return;
    }
    if (calls.size() >= MAX_CALLS && !call.isUrgent()) {
      call.over = true;
      call.failed(
          error(
              Reason.OVERLOADED,
              Retry.RETRY_SAFE,
              "calls under way: " + MAX_CALLS + " (expected: fewer; await some)"));
      return;
    }
    Route route = routes.get(call.shard());
    route.open++;
    call.route = route;
    call.correlation = ++sequence;
    calls.put(call.correlation, call);
    send(call);
    watch();
  }

  private record Curious(Consumer<ShardTable> then, Runnable never) {}

  /**
   * Tells which shards there are, as soon as a server has said it.
   *
   * @param never what to do if the client is closed before
   */
  public void whenKnown(Consumer<ShardTable> then, Runnable never) {
    if (closed) {
      never.run();
    } else if (shards != null) {
      then.accept(shards);
    } else {
      curious.add(new Curious(then, never));
      search();
      watch();
    }
  }

  /** Nobody wants the answer any more. */
  public void forget(Call call) {
    if (!call.over) {
      end(call);
    }
  }

  /** Ends a watch at the server, if it is still where it was sent; it was forgotten before. */
  public void cancelWatch(Call watch) {
    Link link = watch.sentOn;
    if (link != null && links.containsValue(link)) {
      CancelWatch cancel = new CancelWatch(watch);
      submit(cancel);
    }
  }

  private void end(Call call) {
    call.over = true;
    calls.remove(call.correlation);
    if (call.sentOn != null) {
      call.sentOn.done(call);
    }
    if (call.route != null) {
      call.route.open--;
    }
  }

  private void send(Call call) {
    Link leader = call.route == null ? null : call.route.leader;
    if (leader == null) {
      search();
    } else {
      moveTo(leader, call);
    }
  }

  private static void moveTo(Link link, Call call) {
    if (call.sentOn != null) {
      call.sentOn.done(call);
    }
    call.sentOn = link;
    link.enqueue(call);
  }

  // -------------------------------------------------------------------------- who leads

  /** Asks every server that is known. */
  private void search() {
    seeds.forEach(this::link);
    List.copyOf(links.values()).forEach(Link::connect);
  }

  private Link link(Endpoint endpoint) {
    return links.computeIfAbsent(endpoint, each -> new Link(this, loop, each));
  }

  /** Whether a link that has ended should be opened again. */
  boolean wants(Link link) {
    return links.get(link.endpoint) == link && isSearching();
  }

  private boolean isSearching() {
    return !curious.isEmpty() || routes.stream().anyMatch(r -> r.open > 0 && r.leader == null);
  }

  void heard(Link from, Welcome welcome) {
    if (welcome.getShardsCount() == 0) {
      return;
    }
    learn(welcome);
    for (Route route : routes) {
      if (route.leader == from && !from.claims(route.shard)) {
        route.leader = null;
      }
      choose(route);
      if (route.leader == null) {
        follow(welcome.getShards(route.shard));
      }
    }
  }

  private void learn(Welcome welcome) {
    if (shards == null) {
      ShardTable table = new ShardTable(welcome.getShardsList());
      shards = table;
      while (routes.size() < table.size()) {
        routes.add(new Route(routes.size()));
      }
      while (!curious.isEmpty()) {
        curious.remove().then().accept(table);
      }
    }
  }

  /** Connects to whom another server names. */
  private void follow(Shard named) {
    if (named.getLeaderAddress().isEmpty()
        || links.values().stream().anyMatch(link -> link.node.equals(named.getLeaderNode()))) {
      return;
    }
    try {
      link(Endpoint.parse(named.getLeaderAddress())).connect();
    } catch (IllegalArgumentException e) {
      log.debug("a server names a leader at {}", named.getLeaderAddress());
    }
  }

  private void choose(Route route) {
    long now = System.nanoTime();
    Link present = route.leader;
    if (present != null && present.claims(route.shard) && present.overdueNanos(now) < STALL_NANOS) {
      return;
    }
    for (Link link : links.values()) {
      if (link != present && link.claims(route.shard) && link.overdueNanos(now) < STALL_NANOS) {
        adopt(route, link);
        return;
      }
    }
  }

  private void adopt(Route route, Link link) {
    log.debug("shard {}: {} at {} leads", route.shard, link.node, link.endpoint);
    route.leader = link;
    trouble = "no answer from " + link.endpoint;
    resend(route);
  }

  private void resend(Route route) {
    List<Call> again =
        calls.values().stream()
            .filter(call -> call.route == route && call.sentOn != route.leader)
            .toList();
    again.forEach(this::send);
  }

  void lost(Link link, String why) {
    trouble = link.endpoint + ": " + why;
    for (Call call : calls.values()) {
      if (call.sentOn == link) {
        call.sentOn = null;
        call.inFlight = false;
        call.unanswered = false;
      }
    }
    for (Route route : routes) {
      if (route.leader == link) {
        route.leader = null;
        choose(route);
      }
    }
    if (isSearching() && !closed) {
      seeds.forEach(this::link);
      List.copyOf(links.values()).stream().filter(other -> other != link).forEach(Link::connect);
    }
  }

  /** Looks now and then, while something is owed. */
  private void watch() {
    if (!watching && !closed) {
      watching = true;
      loop.after(WATCH_NANOS, this::look);
    }
  }

  private void look() {
    watching = false;
    long now = System.nanoTime();
    boolean owed = !curious.isEmpty();
    for (Route route : routes) {
      Link leader = route.leader;
      boolean stalled = leader != null && leader.overdueNanos(now) >= STALL_NANOS;
      if (stalled || (leader == null && route.open > 0)) {
        choose(route);
        if (route.leader == leader) {
          search();
        }
      }
      owed |= leader == null ? route.open > 0 : leader.overdueNanos(now) > 0;
    }
    if (shards == null && owed) {
      search();
    }
    closeIdle(now);
    if (owed || links.size() > 1) {
      watch();
    }
  }

  private void closeIdle(long now) {
    links
        .values()
        .removeIf(
            link -> {
              boolean leads = routes.stream().anyMatch(route -> route.leader == link);
              boolean idle = !leads && link.isIdle() && now - link.usedNanos > IDLE_NANOS;
              if (idle) {
                link.close();
              }
              return idle;
            });
  }

  // ----------------------------------------------------------------------------- replies

  void replied(Link from, Reply reply) {
    Call call = calls.get(reply.getCorrelation());
    if (call == null || call.sentOn != from) {
      return; // Given up, or under way elsewhere by now.
    }
    from.answered(call);
    try {
      if (reply.hasError()) {
        refused(from, call, reply.getError());
      } else {
        pauseNanos = FIRST_PAUSE_NANOS;
        if (call.replied(reply)) {
          forget(call);
        }
      }
    } catch (RuntimeException bug) {
      log.error("the client has failed at a reply; it goes on", bug);
      forget(call);
    }
  }

  private void refused(Link from, Call call, Error error) {
    switch (error.getReason()) {
      case NOT_LEADER -> {
        unsent(call);
        deposed(from, call, error);
        resendSoon();
      }
      case NO_LEADER, LEADERSHIP_LOST, SHUTTING_DOWN, OVERLOADED, SUPERSEDED, SLOW_SUBSCRIBER -> {
        trouble = from.endpoint + ": " + error.getMessage();
        unsent(call);
        resendSoon();
      }
      default -> {
        end(call);
        call.failed(error);
      }
    }
  }

  private static void unsent(Call call) {
    if (call.sentOn != null) {
      call.sentOn.done(call);
      call.sentOn = null;
    }
  }

  /** The server has said itself that it leads no longer; what it said before is void. */
  private void deposed(Link from, Call call, Error error) {
    Route route = call.route;
    if (route == null || route.leader != from) {
      return;
    }
    route.leader = null;
    for (Link link : links.values()) {
      boolean named = !link.node.isEmpty() && link.node.equals(error.getLeaderNode());
      if (named && link.welcome != null && link != from) {
        adopt(route, link);
        return;
      }
    }
    follow(
        Shard.newBuilder()
            .setLeaderNode(error.getLeaderNode())
            .setLeaderAddress(error.getLeaderAddress())
            .build());
    search();
  }

  /** Gives whoever refused a moment. */
  private void resendSoon() {
    if (!resendIsDue) {
      resendIsDue = true;
      long pause = pauseNanos / 2 + ThreadLocalRandom.current().nextLong(pauseNanos / 2 + 1);
      pauseNanos = Math.min(LAST_PAUSE_NANOS, pauseNanos * 2);
      loop.after(pause, this::resendAll);
    }
  }

  private void resendAll() {
    resendIsDue = false;
    for (Route route : routes) {
      choose(route);
      if (route.leader != null) {
        resend(route);
      }
    }
    watch();
  }

  static Error error(Reason reason, Retry retry, String message) {
    return Error.newBuilder().setReason(reason).setRetry(retry).setMessage(message).build();
  }

  /** Ends every call that is under way, and the connections. */
  public void close() {
    closed = true;
    Error error = error(Reason.SHUTTING_DOWN, Retry.RETRY_INDETERMINATE, "the client was closed");
    for (Call call : new ArrayList<>(calls.values())) {
      end(call);
      call.failed(error);
    }
    while (!curious.isEmpty()) {
      curious.remove().never().run();
    }
    links.values().forEach(Link::close);
    links.clear();
  }
}
