package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes calls to the leaders of their shards.
 *
 * <p>While all is well there is one stream, to the leader (one for each node that leads something).
 * When a leader is lost, or owes answers for too long, every server that is known is asked; each
 * says who leads, and says so again when that changes ({@link Leaders}). When the leader changes,
 * what is under way is sent again, as it was, in the order of submission.
 *
 * <ol>
 *   <li>Every copy of a call has a correlation of its own, and only the latest copy's answer is
 *       heard.
 *   <li>A call is in {@code calls} from its submission until its last answer, or until it is
 *       forgotten.
 * </ol>
 */
public final class Router {
  private static final DeferredLog log = DeferredLog.of(Router.class);

  private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long MAX_REFUSED_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Calls that may be under way; far more than servers take at once. */
  private static final int MAX_CALLS = 200_000;

  private final ClientLoop loop;
  private final Links links;
  private final Leaders leaders;
  private final Map<Long, Call> calls = new LinkedHashMap<>();
  private final Map<Long, Call> copies = new HashMap<>();
  private final Map<Object, Curious> curious = new LinkedHashMap<>();
  private @Nullable ShardTable shards;
  private long lastOrder;
  private long lastCorrelation;
  private boolean watching;
  private boolean resendIsDue;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private boolean closed;
  private volatile String trouble;

  public Router(ClientLoop loop, List<Endpoint> seeds) {
    this(loop, seeds, IDLE_NANOS);
  }

  /**
   * A router with another patience.
   *
   * @param idleNanos a link that nothing goes over for so long is closed
   */
  public Router(ClientLoop loop, List<Endpoint> seeds, long idleNanos) {
    this.loop = loop;
    this.links = new Links(this, loop, seeds, idleNanos);
    this.leaders = new Leaders(links, this::leaderChanged);
    this.trouble =
        "not connected yet to "
            + seeds.stream().map(Endpoint::toString).collect(Collectors.joining(", "));
  }

  /** Why nothing is answered, if nothing is; for messages. Any thread. */
  public String trouble() {
    return trouble;
  }

  public void submit(Call call) {
    if (closed) {
      call.over = true;
      call.failed(error(Reason.SHUTTING_DOWN, Retry.RETRY_SAFE, "the client is closed"));
      return;
    }
    if (calls.size() >= MAX_CALLS && call.lane() == Call.Lane.ASK) {
      call.over = true;
      String message = "calls under way: " + MAX_CALLS + " (expected: fewer; await some)";
      call.failed(error(Reason.OVERLOADED, Retry.RETRY_SAFE, message));
      return;
    }
    Route route = leaders.route(call.shard());
    route.open++;
    call.route = route;
    call.order = ++lastOrder;
    calls.put(call.order, call);
    send(call);
    watch();
  }

  private record Curious(Consumer<ShardTable> then, Runnable never) {}

  /**
   * Tells which shards there are, as soon as a server has said it.
   *
   * @param who for {@link #notCurious}
   * @param never what to do if the client is closed before
   */
  public void whenKnown(Object who, Consumer<ShardTable> then, Runnable never) {
    if (closed) {
      never.run();
    } else if (shards != null) {
      then.accept(shards);
    } else {
      curious.put(who, new Curious(then, never));
      links.search();
      watch();
    }
  }

  /** Does not want to know any more. */
  public void notCurious(Object who) {
    curious.remove(who);
  }

  /** Nobody wants the answer any more. */
  public void forget(Call call) {
    if (!call.over) {
      end(call);
    }
  }

  private void end(Call call) {
    call.over = true;
    if (call.route != null) {
      call.route.open--;
    }
    calls.remove(call.order);
    unsent(call);
  }

  void fail(Call call, Error error) {
    if (!call.over) {
      end(call);
      call.failed(call.verdict(error));
    }
  }

  private void send(Call call) {
    Link leader = call.route == null ? null : call.route.leader;
    if (leader == null) {
      links.search();
    } else {
      unsent(call);
      call.sentOn = leader;
      leader.enqueue(call);
    }
  }

  private static void unsent(Call call) {
    if (call.sentOn != null) {
      call.sentOn.done(call);
    }
  }

  // ---------------------------------------------------------------------------- copies

  long nextCorrelation() {
    return ++lastCorrelation;
  }

  void rememberCopy(long correlation, Call call) {
    copies.put(correlation, call);
  }

  void forgetCopy(long correlation) {
    copies.remove(correlation);
  }

  // -------------------------------------------------------------------------- who leads

  /** Whether a link that has ended should be opened again. */
  boolean wants(Link link) {
    return links.has(link) && isSearching();
  }

  private boolean isSearching() {
    return !curious.isEmpty() || leaders.areSought();
  }

  void heard(Link from, Welcome welcome) {
    if (welcome.getShardsCount() == 0) {
      return;
    }
    learn(welcome);
    leaders.heard(from, welcome);
  }

  private void learn(Welcome welcome) {
    if (shards != null) {
      return;
    }
    ShardTable table = new ShardTable(welcome.getShardsList());
    shards = table;
    leaders.begin(table.size());
    List<Curious> all = new ArrayList<>(curious.values());
    curious.clear();
    all.forEach(each -> ClientLoop.runGuarded(() -> each.then().accept(table)));
  }

  private void leaderChanged(Route route, Link link) {
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
        copies.remove(call.correlation);
        call.correlation = 0;
        call.sentOn = null;
      }
    }
    leaders.lost(link);
    if (isSearching() && !closed) {
      links.search();
      watch(); // Also if nothing was owed: a watch waits for another way as well.
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
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    boolean owed = !curious.isEmpty();
    for (Route route : leaders.routes()) {
      ClientLoop.runGuarded(() -> leaders.look(route, now));
      Link leader = route.leader;
      owed |= leader == null ? route.open > 0 : leader.overdueNanos(now) > 0;
    }
    if (!curious.isEmpty()) {
      links.search();
    }
    links.closeIdle(now, leaders::leads);
    if (owed || links.all().size() > 1) {
      watch();
    }
  }

  // ----------------------------------------------------------------------------- replies

  /** Which call it has brought to a good end, if any. */
  @Nullable Call replied(Link from, Reply reply) {
    Call call = copies.get(reply.getCorrelation());
    if (call == null || call.sentOn != from) {
      return null; // Given up, or under way elsewhere by now.
    }
    try {
      if (reply.hasError()) {
        refused(from, call, reply.getError());
        return null;
      }
      pauseNanos = FIRST_PAUSE_NANOS;
      call.accepted();
      if (call.replied(reply)) {
        forget(call);
        return call;
      }
      if (call.sentOn == from) {
        from.answered(call);
      }
    } catch (RuntimeException bug) {
      log.error("the client has failed at a reply; it goes on", bug);
      fail(
          call, error(Reason.INTERNAL, Retry.RETRY_INDETERMINATE, "the client has failed: " + bug));
    }
    return null;
  }

  private void refused(Link from, Call call, Error error) {
    call.copyRefused(error);
    switch (error.getReason()) {
      case NOT_LEADER -> {
        unsent(call);
        if (call.route != null) {
          leaders.deposed(from, call.route, error);
        }
        resendSoon();
      }
      case OVERLOADED -> {
        if (isHopeless(call)) {
          fail(call, error);
        } else {
          again(from, call, error);
        }
      }
      case NO_LEADER, LEADERSHIP_LOST, SHUTTING_DOWN, SUPERSEDED, SLOW_SUBSCRIBER ->
          again(from, call, error);
      default -> {
        if (call.lane() == Call.Lane.GIVE_BACK && error.getRetry() != Retry.RETRY_NEVER) {
          again(from, call, error); // Whether it was done or not: it may be done twice.
        } else {
          fail(call, error);
        }
      }
    }
  }

  /** A watch has no time limit of its own, and there may be as many as there may be. */
  private static boolean isHopeless(Call call) {
    return call.lane() == Call.Lane.WATCH
        && call.refusedForNanos(System.nanoTime()) > MAX_REFUSED_NANOS;
  }

  private void again(Link from, Call call, Error error) {
    trouble = from.endpoint + ": " + error.getMessage();
    unsent(call);
    resendSoon();
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
    for (Route route : leaders.routes()) {
      leaders.choose(route);
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
    Error error = error(Reason.SHUTTING_DOWN, Retry.RETRY_SAFE, "the client was closed");
    new ArrayList<>(calls.values()).forEach(call -> ClientLoop.runGuarded(() -> fail(call, error)));
    List<Curious> all = new ArrayList<>(curious.values());
    curious.clear();
    all.forEach(each -> ClientLoop.runGuarded(each.never()));
    links.close();
  }
}
