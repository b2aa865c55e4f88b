package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.Reason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A session in one shard: its requests and its holds. {@link Term} measures how long it is good
 * for.
 *
 * <table>
 * <caption>State transitions</caption>
 * <tr><th>from</th><th>event</th><th>to</th></tr>
 * <tr><td>OPENING</td><td>opened in time</td><td>LIVE</td></tr>
 * <tr><td>OPENING</td><td>opened, but late</td><td>CONFIRMING</td></tr>
 * <tr><td>OPENING</td><td>not opened</td><td>ENDED</td></tr>
 * <tr><td>CONFIRMING</td><td>keep-alive acknowledged</td><td>LIVE</td></tr>
 * <tr><td>CONFIRMING</td><td>expired meanwhile</td><td>OPENING</td></tr>
 * <tr><td>CONFIRMING</td><td>keep-alive failed otherwise</td><td>ENDED</td></tr>
 * <tr><td>OPENING, CONFIRMING, LIVE</td><td>lost or closed</td><td>ENDED</td></tr>
 * <tr><td>ENDED</td><td>opened after all</td><td>ENDED; it is closed at the service</td></tr>
 * </table>
 *
 * <p>On the loop, except for {@link #goodUntilNanos}.
 */
final class SessionPart {
  private static final DeferredLog log = DeferredLog.of(SessionPart.class);

  private enum State {
    OPENING,
    /** It may have expired before its answer arrived; a keep-alive finds out. */
    CONFIRMING,
    LIVE,
    ENDED
  }

  private final ClientContext context;
  private final ClientSession session;
  private final int shard;

  /** Makes opening idempotent: the service opens one session for each nonce. */
  private long nonce = newNonce();

  /** Wait for it to be open. */
  private final Set<SessionWaiter> waiters = new LinkedHashSet<>();

  /** Those without an answer. */
  private final Set<NumberedCall> requests = new LinkedHashSet<>();

  private final SessionHolds holds = new SessionHolds();
  private final RequestNumbers numbers = new RequestNumbers();
  private final OwnerGates gates = new OwnerGates();
  private final Term term;
  private State state = State.OPENING;

  /** The latest; null before the first. */
  private @Nullable OpenSessionCall openCall;

  /** The service's number of the session; 0 while that is unknown. */
  private long id;

  /** For a session that ended before it was open: completed when none is left at the service. */
  private final CompletableFuture<@Nullable Void> closedWhenOpened = new CompletableFuture<>();

  /** Completed when the listeners of the holds that were lost with it have had their time. */
  private CompletableFuture<@Nullable Void> listenersDone = CompletableFuture.completedFuture(null);

  SessionPart(ClientContext context, ClientSession session, int shard) {
    this.context = context;
    this.session = session;
    this.shard = shard;
    this.term = new Term(context, this);
  }

  private static long newNonce() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  int shard() {
    return shard;
  }

  ClientContext context() {
    return context;
  }

  /** As in the protocol; 0 before it is open. */
  long id() {
    return id;
  }

  /** Any thread. Until when the service certainly lets nobody else in. */
  long goodUntilNanos() {
    return term.goodUntilNanos();
  }

  // ------------------------------------------------------------------------------- opening

  void open() {
    state = State.OPENING;
    term.opening();
    openCall = new OpenSessionCall(this, session.ttl(), session.clientName(), nonce);
    context.router().submit(openCall);
  }

  void whenOpen(SessionWaiter waiter) {
    if (state == State.LIVE) {
      waiter.onOpen(this);
    } else {
      waiters.add(waiter);
    }
  }

  /**
   * The service has opened the session.
   *
   * @param firstSentNanos when this was first sent: the service started to count later
   */
  void onOpened(OpenSessionReply opened, long firstSentNanos) {
    id = opened.getSession();
    if (state == State.ENDED) {
      context.router().submit(new CloseSessionCall(this, closedWhenOpened));
      return;
    }
    term.opened(opened.getTtlMs(), firstSentNanos);
    if (term.hasLessThan(1)) {
      state = State.CONFIRMING;
      term.keepAlive();
    } else {
      goLive();
    }
  }

  void onOpenFailed(Error error) {
    closedWhenOpened.complete(null);
    endUnopened(error);
  }

  private void endUnopened(Error error) {
    if (state != State.ENDED) {
      state = State.ENDED;
      term.end();
      session.onPartNotOpened(this);
      drainWaiters().forEach(waiter -> waiter.onOpenFailed(error));
    }
  }

  private void goLive() {
    state = State.LIVE;
    context.meters().sessionOpened();
    term.begin();
    for (SessionWaiter waiter : drainWaiters()) {
      if (state == State.LIVE) {
        waiter.onOpen(this);
      } else {
        waiter.onSessionEnd(Loss.TERM_OVER);
      }
    }
  }

  private List<SessionWaiter> drainWaiters() {
    List<SessionWaiter> all = new ArrayList<>(waiters);
    waiters.clear();
    return all;
  }

  void forget(SessionWaiter waiter) {
    waiters.remove(waiter);
    gates.forget(waiter);
  }

  // --------------------------------------------------------------------------- keep-alives

  void onKeptAlive(KeepAliveReply reply) {
    reply.getRevokedList().forEach(this::revoked);
    if (state == State.CONFIRMING) {
      goLive();
    }
  }

  void onKeepAliveFailed(Error error) {
    if (state == State.LIVE) {
      onRequestError(error);
    } else if (state == State.CONFIRMING && error.getReason() == Reason.SESSION_UNKNOWN) {
      nonce = newNonce(); // The old one stands for the session that has expired.
      id = 0;
      open();
    } else {
      endUnopened(error);
    }
  }

  private void revoked(long token) {
    ServiceHold hold = holds.find(token);
    if (hold != null) {
      var unused = hold.lose(Loss.REVOKED);
    }
  }

  // ------------------------------------------------------------------------------- the end

  /** A request of the session has failed. If the service does not know the session, it is lost. */
  void onRequestError(Error error) {
    if (error.getReason() == Reason.SESSION_UNKNOWN) {
      end(Loss.SESSION_EXPIRED);
    } else {
      log.debug("request of session {} failed: {}", WireCodec.session(id), error.getMessage());
    }
  }

  /** Completed when the listeners of the holds that were lost with it have had their time. */
  CompletableFuture<@Nullable Void> listenersDone() {
    return listenersDone;
  }

  /** An exception in one of the steps does not keep the others from being done. */
  void end(Loss loss) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    ClientLoop.runGuarded(term::end);
    List<CompletableFuture<?>> notified = new ArrayList<>();
    holds.drain().forEach(hold -> ClientLoop.runGuarded(() -> notified.add(hold.lose(loss))));
    listenersDone = CompletableFuture.allOf(notified.toArray(CompletableFuture<?>[]::new));
    List<NumberedCall> unanswered = new ArrayList<>(requests);
    requests.clear();
    for (NumberedCall call : unanswered) {
      ClientLoop.runGuarded(() -> context.router().forget(call));
      ClientLoop.runGuarded(() -> call.onSessionEnd(loss));
    }
    List<SessionWaiter> waiting = drainWaiters();
    waiting.addAll(gates.drain());
    waiting.forEach(each -> ClientLoop.runGuarded(() -> each.onSessionEnd(loss)));
    context.meters().sessionOver(loss);
    session.onPartEnded(loss);
  }

  /**
   * Closes an ended session at the service, but only after the listeners of its holds and those of
   * the session have been notified: from then on others may be granted what it held.
   */
  CompletableFuture<@Nullable Void> closeAfter(CompletableFuture<@Nullable Void> sessionListeners) {
    if (id == 0) {
      return closeUnopened();
    }
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    context.whenDone(
        CompletableFuture.allOf(listenersDone, sessionListeners),
        () -> context.router().submit(new CloseSessionCall(this, closed)));
    return closed;
  }

  /** If opening may have been executed, its answer is awaited: the session would stay open. */
  private CompletableFuture<@Nullable Void> closeUnopened() {
    OpenSessionCall present = openCall;
    if (present != null && !present.isOver() && !present.mayBeExecuted()) {
      context.router().forget(present);
    }
    if (present == null || present.isOver()) {
      closedWhenOpened.complete(null);
    }
    return closedWhenOpened;
  }

  // ------------------------------------------------------------------------------ requests

  long nextNumber() {
    return numbers.next();
  }

  /** See {@link RequestNumbers#acknowledged}. */
  long acknowledged(long number) {
    return numbers.acknowledged(number);
  }

  void submit(NumberedCall call) {
    requests.add(call);
    context.router().submit(call);
  }

  /** The request is answered, or will never be. */
  void settled(NumberedCall call) {
    requests.remove(call);
    numbers.settled(call.number());
  }

  /**
   * Withdraws a request, or releases what it was granted. Until the service has answered that, its
   * owner and party send no new request; see {@link OwnerGates}.
   */
  void withdraw(NumberedCall call, List<String> sharedNames) {
    context.router().forget(call);
    if (state == State.ENDED || call.number() == 0) {
      settled(call);
      return;
    }
    requests.remove(call); // Its number stays unsettled.
    closeGates(sharedNames);
    long number = call.number();
    context
        .router()
        .submit(Withdrawal.orRelease(this, number, () -> withdrawn(number, sharedNames)));
  }

  private void withdrawn(long number, List<String> sharedNames) {
    numbers.settled(number);
    openGates(sharedNames);
  }

  void closeGates(List<String> sharedNames) {
    gates.close(sharedNames);
  }

  void openGates(List<String> sharedNames) {
    if (state != State.ENDED) { // Otherwise the waiters have been notified of the end.
      gates.open(sharedNames).forEach(waiter -> waiter.onOpen(this));
    }
  }

  /** Whether a request with these names may be sent now. If not, the waiter is called later. */
  boolean maySend(List<String> sharedNames, SessionWaiter waiter) {
    return gates.areOpen(sharedNames, waiter);
  }

  SessionHolds holds() {
    return holds;
  }
}
