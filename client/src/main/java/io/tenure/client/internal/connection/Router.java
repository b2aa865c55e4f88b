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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the leaders of their shards, until they are answered.
 *
 * <p>Normally there is one stream, to the leader (one for each node that leads a shard). When a
 * leader is lost, or owes answers for too long, the client connects to every known server; each
 * says who leads, and says so again when that changes ({@link Leaders}). When the leader changes,
 * the calls under way are sent again, unchanged, in the order of their submission.
 *
 * <ol>
 *   <li>Every copy of a call has its own correlation id, and only the answers to the latest copy
 *       count.
 *   <li>A call is in {@code calls} from its submission until its last answer, or until it is
 *       forgotten.
 * </ol>
 *
 * <p>On the loop, except for {@link #lastProblem}.
 */
public final class Router {
  private static final DeferredLog log = DeferredLog.of(Router.class);

  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** For {@link RetryRules.Action#RETRY_FOR_A_WHILE}. */
  private static final long MAX_REFUSED_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Far more than the servers take at once. */
  private static final int MAX_CALLS = 200_000;

  private final ClientLoop loop;
  private final Links links;
  private final Leaders leaders;
  private final Map<Long, Call> calls = new LinkedHashMap<>();

  /** The latest copies, by correlation id. */
  private final Map<Long, Call> copies = new HashMap<>();

  private final Map<Object, ShardWait> shardWaits = new LinkedHashMap<>();
  private @Nullable ShardTable shards;
  private long lastOrder;
  private long lastCorrelation;
  private boolean checkIsScheduled;
  private boolean resendIsScheduled;
  private final Backoff resendBackoff = new Backoff(FIRST_PAUSE_NANOS, LAST_PAUSE_NANOS);
  private boolean closed;
  private volatile String lastProblem;

  public Router(ClientLoop loop, List<Endpoint> seeds) {
    this(loop, seeds, IDLE_NANOS);
  }

  /**
   * With another idle limit.
   *
   * @param idleNanos a link that was not used for so long is closed
   */
  public Router(ClientLoop loop, List<Endpoint> seeds, long idleNanos) {
    this.loop = loop;
    this.links = new Links(this, loop, seeds, idleNanos);
    this.leaders = new Leaders(links, this::leaderChanged);
    this.lastProblem =
        "not connected yet to "
            + seeds.stream().map(Endpoint::toString).collect(Collectors.joining(", "));
  }

  /** Any thread. The latest problem with the service, for the message of a timeout. */
  public String lastProblem() {
    return lastProblem;
  }

  // ------------------------------------------------------------------------------ submitting

  /** Shards must be known; see {@link #whenShardsKnown}. */
  public void submit(Call call) {
    if (closed) {
      call.over = true;
      call.onFailure(error(Reason.SHUTTING_DOWN, Retry.RETRY_SAFE, "the client is closed"));
      return;
    }
    if (calls.size() >= MAX_CALLS && call.lane() == Call.Lane.ASK) {
      call.over = true;
      String message =
          "calls in flight: %d (expected: fewer; wait for some of them)".formatted(MAX_CALLS);
      call.onFailure(error(Reason.OVERLOADED, Retry.RETRY_SAFE, message));
      return;
    }
    Route route = leaders.route(call.shard());
    route.open++;
    call.route = route;
    call.order = ++lastOrder;
    calls.put(call.order, call);
    send(call);
    scheduleCheck();
  }

  private record ShardWait(Consumer<ShardTable> then, Runnable onClosed) {}

  /**
   * Calls {@code then} as soon as a server has said which shards there are.
   *
   * @param key for {@link #cancelShardWait}
   * @param onClosed called instead if the client is closed before
   */
  public void whenShardsKnown(Object key, Consumer<ShardTable> then, Runnable onClosed) {
    if (closed) {
      onClosed.run();
    } else if (shards != null) {
      then.accept(shards);
    } else {
      shardWaits.put(key, new ShardWait(then, onClosed));
      links.search();
      scheduleCheck();
    }
  }

  public void cancelShardWait(Object key) {
    shardWaits.remove(key);
  }

  /** No answer to the call is wanted any more. Does not tell the service. */
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
    detach(call);
  }

  void fail(Call call, Error error) {
    if (!call.over) {
      end(call);
      call.onFailure(call.verdict(error));
    }
  }

  private void send(Call call) {
    Link leader = call.route == null ? null : call.route.leader;
    if (leader == null) {
      links.search();
    } else {
      detach(call);
      call.sentOn = leader;
      leader.enqueue(call);
    }
  }

  private static void detach(Call call) {
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

  // -------------------------------------------------------------------------- leaders

  /** Whether a link that has ended should be opened again. */
  boolean wants(Link link) {
    return links.has(link) && isSearching();
  }

  private boolean isSearching() {
    return !shardWaits.isEmpty() || leaders.isAnyMissing();
  }

  void onWelcome(Link from, Welcome welcome) {
    if (welcome.getShardsCount() == 0) {
      return;
    }
    learnShards(welcome);
    leaders.onWelcome(from, welcome);
  }

  private void learnShards(Welcome welcome) {
    if (shards != null) {
      return;
    }
    ShardTable table = new ShardTable(welcome.getShardsList());
    shards = table;
    leaders.begin(table.size());
    drainShardWaits().forEach(each -> ClientLoop.runGuarded(() -> each.then().accept(table)));
  }

  private List<ShardWait> drainShardWaits() {
    List<ShardWait> all = new ArrayList<>(shardWaits.values());
    shardWaits.clear();
    return all;
  }

  private void leaderChanged(Route route, Link link) {
    lastProblem = "no answer from " + link.endpoint;
    resend(route);
  }

  private void resend(Route route) {
    List<Call> toResend =
        calls.values().stream()
            .filter(call -> call.route == route && call.sentOn != route.leader)
            .toList();
    toResend.forEach(this::send);
  }

  void onLinkLost(Link link, String why) {
    lastProblem = link.endpoint + ": " + why;
    for (Call call : calls.values()) {
      if (call.sentOn == link) {
        copies.remove(call.correlation);
        call.correlation = 0;
        call.sentOn = null;
      }
    }
    leaders.onLinkLost(link);
    if (isSearching() && !closed) {
      links.search();
      scheduleCheck(); // Also if no answer is due: a watch needs another link as well.
    }
  }

  private void scheduleCheck() {
    if (!checkIsScheduled && !closed) {
      checkIsScheduled = true;
      loop.after(CHECK_NANOS, this::check);
    }
  }

  /** Repeats while answers are due or there is a link to close. */
  private void check() {
    checkIsScheduled = false;
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    boolean answersAreDue = !shardWaits.isEmpty();
    for (Route route : leaders.routes()) {
      ClientLoop.runGuarded(() -> leaders.check(route, now));
      Link leader = route.leader;
      answersAreDue |= leader == null ? route.open > 0 : leader.overdueNanos(now) > 0;
    }
    if (!shardWaits.isEmpty()) {
      links.search();
    }
    links.closeIdle(now, leaders::leads);
    if (answersAreDue || links.all().size() > 1) {
      scheduleCheck();
    }
  }

  // ----------------------------------------------------------------------------- replies

  /** Returns the call that this reply has completed without an error, if any. */
  @Nullable Call onReply(Link from, Reply reply) {
    Call call = copies.get(reply.getCorrelation());
    if (call == null || call.sentOn != from) {
      return null; // Forgotten, or sent to another server since.
    }
    try {
      if (reply.hasError()) {
        refused(from, call, reply.getError());
        return null;
      }
      resendBackoff.reset();
      call.accepted();
      if (call.onReply(reply)) {
        forget(call);
        return call;
      }
      if (call.sentOn == from) {
        from.answered(call);
      }
    } catch (RuntimeException bug) {
      log.error("internal error in the client while handling a reply; continuing", bug);
      String message = "internal error in the client: " + bug;
      fail(call, error(Reason.INTERNAL, Retry.RETRY_INDETERMINATE, message));
    }
    return null;
  }

  private void refused(Link from, Call call, Error error) {
    call.copyRefused(error);
    switch (RetryRules.action(error, call.lane())) {
      case REDIRECT -> {
        detach(call);
        if (call.route != null) {
          leaders.onNotLeader(from, call.route, error);
        }
        scheduleResend();
      }
      case RETRY_FOR_A_WHILE -> {
        if (isRefusedTooLong(call)) {
          fail(call, error);
        } else {
          retry(from, call, error);
        }
      }
      case RETRY -> retry(from, call, error);
      case FAIL -> fail(call, error);
    }
  }

  /** Other calls have a time limit of their own. */
  private static boolean isRefusedTooLong(Call call) {
    return call.lane() == Call.Lane.WATCH
        && call.refusedForNanos(System.nanoTime()) > MAX_REFUSED_NANOS;
  }

  private void retry(Link from, Call call, Error error) {
    lastProblem = from.endpoint + ": " + error.getMessage();
    detach(call);
    scheduleResend();
  }

  private void scheduleResend() {
    if (!resendIsScheduled) {
      resendIsScheduled = true;
      loop.after(resendBackoff.nextWithHalfJitter(), this::resendAll);
    }
  }

  private void resendAll() {
    resendIsScheduled = false;
    for (Route route : leaders.routes()) {
      leaders.choose(route);
      if (route.leader != null) {
        resend(route);
      }
    }
    scheduleCheck();
  }

  static Error error(Reason reason, Retry retry, String message) {
    return Error.newBuilder().setReason(reason).setRetry(retry).setMessage(message).build();
  }

  /** Fails every call that is under way, and closes the connections. */
  public void close() {
    closed = true;
    Error error = error(Reason.SHUTTING_DOWN, Retry.RETRY_SAFE, "the client was closed");
    new ArrayList<>(calls.values()).forEach(call -> ClientLoop.runGuarded(() -> fail(call, error)));
    drainShardWaits().forEach(each -> ClientLoop.runGuarded(each.onClosed()));
    links.close();
  }
}
