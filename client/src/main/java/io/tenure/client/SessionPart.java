package io.tenure.client;

import io.tenure.client.connection.Call;
import io.tenure.client.connection.Loop;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session is in one shard: opened on first use, kept alive, given up in time. On the loop,
 * except for {@link #goodUntilNanos}.
 *
 * <p>Time:
 *
 * <ol>
 *   <li>The term counts from when the keep-alive that was acknowledged was sent, or, for a session
 *       that was just opened, from when that was first asked for: the service counts from later.
 *   <li>It ends a margin early, for clocks that run at different rates and for threads that wake up
 *       late.
 *   <li>A keep-alive that is slow counts when it is answered: some may be under way at once.
 *   <li>When the term is over the session is lost, whatever the service says later.
 * </ol>
 */
final class SessionPart {
  private static final Logger log = LoggerFactory.getLogger(SessionPart.class);

  private static final long MIN_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MARGIN_SHARE = 20;
  private static final int KEEP_ALIVES_PER_TERM = 3;
  private static final int MAX_KEEP_ALIVES = 4;

  /** Somebody who waits for the session to be open, and for their turn in it. */
  interface Opening {
    void open(SessionPart part);

    void notOpened(Error error);

    void sessionOver(Loss loss);
  }

  private static final class Gate {
    private final Set<Opening> waiting = new LinkedHashSet<>();
    private int closed;
  }

  private record Claimed(String owner, List<Target> targets) {}

  private final Hub hub;
  private final Session session;
  private final int shard;
  private final long nonce = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private final Set<Opening> openings = new LinkedHashSet<>();

  /** Those that are under way. */
  private final Set<NumberedCall> requests = new LinkedHashSet<>();

  /** Numbers without an answer, in their order. */
  private final Set<Long> unsettled = new LinkedHashSet<>();

  private final Map<Long, Held> holds = new HashMap<>();
  private final Map<Claimed, Held> byClaim = new HashMap<>();

  /** Who has to wait because something of the owner is being given back, and how much is. */
  private final Map<String, Gate> gates = new HashMap<>();

  private final ArrayDeque<KeepAlive> keepAlives = new ArrayDeque<>();
  private Loop.Timer keeper = () -> {};
  private Loop.Timer termWatch = () -> {};
  private long id;
  private long ttlNanos;
  private long lastNumber;
  private boolean live;
  private boolean over;
  private volatile long goodUntilNanos;

  SessionPart(Hub hub, Session session, int shard) {
    this.hub = hub;
    this.session = session;
    this.shard = shard;
  }

  int shard() {
    return shard;
  }

  Hub hub() {
    return hub;
  }

  /** As on the wire; 0 before it is open. */
  long id() {
    return id;
  }

  /** Until when it is certain that the service lets nobody else in. Any thread. */
  long goodUntilNanos() {
    return goodUntilNanos;
  }

  // ------------------------------------------------------------------------------- opening

  void open() {
    ttlNanos = session.ttl().toNanos();
    hub.router().submit(new Open());
  }

  void whenOpen(Opening opening) {
    if (live) {
      opening.open(this);
    } else {
      openings.add(opening);
    }
  }

  private final class Open extends Call {
    @Override
    protected int shard() {
      return shard;
    }

    @Override
    protected void describe(Request.Builder request) {
      request.setOpenSession(
          OpenSessionRequest.newBuilder()
              .setTtlMs(session.ttl().toMillis())
              .setClientName(session.clientName())
              .setNonce(nonce)
              .setShard(shard));
    }

    @Override
    protected boolean replied(Reply reply) {
      OpenSessionReply opened = reply.getOpenSession();
      id = opened.getSession();
      ttlNanos = TimeUnit.MILLISECONDS.toNanos(opened.getTtlMs());
      goodUntilNanos = firstSentNanos() + ttlNanos - margin();
      if (over) {
        submitClose(new CompletableFuture<>());
      } else if (goodUntilNanos - System.nanoTime() > ttlNanos / KEEP_ALIVES_PER_TERM) {
        goLive();
      } else {
        keepAlive(); // Opening took long: only this tells that the session is still there.
      }
      return true;
    }

    @Override
    protected void failed(Error error) {
      notOpened(error);
    }
  }

  private void notOpened(Error error) {
    if (!over) {
      over = true;
      session.partNotOpened(this);
      List<Opening> disappointed = new ArrayList<>(openings);
      openings.clear();
      disappointed.forEach(opening -> opening.notOpened(error));
    }
  }

  private void goLive() {
    live = true;
    hub.meters().sessionOpened();
    scheduleKeepAlive();
    if (goodUntilNanos - System.nanoTime() < ttlNanos * 2 / KEEP_ALIVES_PER_TERM) {
      keepAlive(); // Opening took long: the next one might come too late.
    }
    checkTerm();
    List<Opening> all = new ArrayList<>(openings);
    openings.clear();
    for (Opening opening : all) {
      if (live) {
        opening.open(this);
      } else {
        opening.sessionOver(Loss.TERM_OVER);
      }
    }
  }

  /** Somebody does not want to wait any more. */
  void forget(Opening opening) {
    openings.remove(opening);
    gates.values().forEach(gate -> gate.waiting.remove(opening));
  }

  // --------------------------------------------------------------------------- keep-alives

  private long margin() {
    return Math.max(MIN_MARGIN_NANOS, ttlNanos / MARGIN_SHARE);
  }

  private void scheduleKeepAlive() {
    long period = ttlNanos / KEEP_ALIVES_PER_TERM;
    long jitter = ThreadLocalRandom.current().nextLong(period / 10 + 1);
    keeper = hub.loop().after(period - jitter, this::nextKeepAlive);
  }

  private void nextKeepAlive() {
    if (!over) {
      scheduleKeepAlive(); // First: whatever happens below, there is a next one.
      keepAlive();
    }
  }

  private void keepAlive() {
    KeepAlive call = new KeepAlive();
    keepAlives.add(call);
    if (keepAlives.size() > MAX_KEEP_ALIVES) {
      hub.router().forget(keepAlives.remove());
    }
    hub.router().submit(call);
  }

  private final class KeepAlive extends Call {
    @Override
    protected int shard() {
      return shard;
    }

    @Override
    protected Lane lane() {
      return Lane.KEEP_ALIVE;
    }

    @Override
    protected void describe(Request.Builder request) {
      request.setKeepAlive(KeepAliveRequest.newBuilder().setSession(id));
    }

    @Override
    protected boolean replied(Reply reply) {
      kept(this, reply.getKeepAlive());
      return true;
    }

    @Override
    protected void failed(Error error) {
      keepAlives.remove(this);
      if (live) {
        refused(error);
      } else {
        notOpened(error);
      }
    }
  }

  private void kept(KeepAlive call, KeepAliveReply reply) {
    ttlNanos = TimeUnit.MILLISECONDS.toNanos(reply.getTtlMs());
    long until = call.sentNanos() + ttlNanos - margin();
    if (until - goodUntilNanos > 0) {
      goodUntilNanos = until;
    }
    hub.meters().kept(System.nanoTime() - call.sentNanos());
    while (keepAlives.contains(call)) {
      hub.router().forget(keepAlives.remove());
    }
    reply.getRevokedList().forEach(this::revoked);
    if (!live && !over) {
      goLive();
    }
  }

  private void revoked(long token) {
    Held held = holds.get(token);
    if (held != null) {
      held.lose(Loss.REVOKED);
    }
  }

  /** Declares the session lost when nothing has lengthened its term. */
  private void checkTerm() {
    if (over) {
      return;
    }
    long left = goodUntilNanos - System.nanoTime();
    if (left <= 0) {
      end(Loss.TERM_OVER);
    } else {
      termWatch = hub.loop().after(left, this::checkTerm);
    }
  }

  // ------------------------------------------------------------------------------- the end

  /** What a request of the session was answered with; a session that is gone ends here, too. */
  void refused(Error error) {
    if (error.getReason() == Reason.SESSION_UNKNOWN) {
      end(Loss.SESSION_EXPIRED);
    } else {
      log.debug("session {}: {}", Wire.session(id), error.getMessage());
    }
  }

  void end(Loss loss) {
    if (over) {
      return;
    }
    over = true;
    live = false;
    goodUntilNanos = System.nanoTime();
    keeper.cancel();
    termWatch.cancel();
    keepAlives.forEach(hub.router()::forget);
    List<Held> lost = new ArrayList<>(holds.values());
    holds.clear();
    byClaim.clear();
    lost.forEach(held -> held.lose(loss));
    List<NumberedCall> unanswered = new ArrayList<>(requests);
    requests.clear();
    unsettled.clear();
    unanswered.forEach(
        call -> {
          hub.router().forget(call);
          call.sessionOver(loss);
        });
    List<Opening> hopeful = new ArrayList<>(openings);
    openings.clear();
    gates.values().forEach(gate -> hopeful.addAll(gate.waiting));
    gates.clear();
    hopeful.forEach(each -> each.sessionOver(loss));
    hub.meters().sessionOver(loss);
    session.partOver(loss);
  }

  /** Ends it here and, when that is possible, at the service. */
  CompletableFuture<@Nullable Void> close() {
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    end(Loss.CLOSED);
    if (id == 0) {
      closed.complete(null); // If it is being opened it is closed right then.
    } else {
      submitClose(closed);
    }
    return closed;
  }

  /** Ends it here now, and at the service when those who had something in it have been told. */
  void endAndCloseLater(Loss loss) {
    end(loss);
    if (id != 0) {
      hub.loop()
          .after(
              Hold.LAST_WORDS.toNanos(),
              () -> {
                CompletableFuture<@Nullable Void> nobody = new CompletableFuture<>();
                submitClose(nobody);
              });
    }
  }

  private void submitClose(CompletableFuture<@Nullable Void> closed) {
    hub.router().submit(new Close(closed));
  }

  private final class Close extends Call {
    private final CompletableFuture<@Nullable Void> closed;

    Close(CompletableFuture<@Nullable Void> closed) {
      this.closed = closed;
    }

    @Override
    protected int shard() {
      return shard;
    }

    @Override
    protected Lane lane() {
      return Lane.GIVE_BACK;
    }

    @Override
    protected void describe(Request.Builder request) {
      request.setCloseSession(CloseSessionRequest.newBuilder().setSession(id));
    }

    @Override
    protected boolean replied(Reply reply) {
      closed.complete(null);
      return true;
    }

    /** Most likely there is no such session any more. */
    @Override
    protected void failed(Error error) {
      closed.complete(null);
    }
  }

  // ------------------------------------------------------------------------------ requests

  long nextNumber() {
    unsettled.add(++lastNumber);
    return lastNumber;
  }

  /** Up to here everything is answered. */
  long acknowledged(long number) {
    long first = unsettled.isEmpty() ? number : unsettled.iterator().next();
    return Math.min(first, number) - 1;
  }

  void submit(NumberedCall call) {
    requests.add(call);
    hub.router().submit(call);
  }

  /** It is answered, or will not be. */
  void settled(NumberedCall call) {
    requests.remove(call);
    unsettled.remove(call.number());
  }

  /**
   * Gives a request up, whatever has become of it. Until that is answered the owner asks for
   * nothing else: it might be taken for what is being given back.
   */
  void withdraw(NumberedCall call, String owner) {
    hub.router().forget(call);
    if (over || call.number() == 0) {
      settled(call);
      return;
    }
    requests.remove(call); // The number stays unsettled.
    closeGate(owner);
    hub.router().submit(new Withdrawal(this, call.number(), owner));
  }

  void withdrawn(long number, String owner) {
    unsettled.remove(number);
    openGate(owner);
  }

  /** The owner has to wait with what it asks for. */
  void closeGate(String owner) {
    gates.computeIfAbsent(owner, each -> new Gate()).closed++;
  }

  void openGate(String owner) {
    Gate gate = gates.get(owner);
    if (gate != null && --gate.closed == 0) {
      gates.remove(owner);
      gate.waiting.forEach(each -> each.open(this));
    }
  }

  /** Whether the owner may ask now. If not, whoever asks is let in when it may. */
  boolean isClear(String owner, Opening asking) {
    Gate gate = gates.get(owner);
    if (gate != null) {
      gate.waiting.add(asking);
    }
    return gate == null;
  }

  // --------------------------------------------------------------------------------- holds

  /** What the owner holds already if it asks for exactly this. */
  @Nullable Held held(String owner, List<Target> targets) {
    return byClaim.get(new Claimed(owner, targets));
  }

  @Nullable Held held(long token) {
    return holds.get(token);
  }

  void add(Held held) {
    holds.put(held.token(), held);
    byClaim.put(new Claimed(held.owner(), held.targets()), held);
  }

  void remove(Held held) {
    holds.remove(held.token(), held);
    byClaim.remove(new Claimed(held.owner(), held.targets()), held);
  }
}
