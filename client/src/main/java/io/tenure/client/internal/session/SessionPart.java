package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a session is in one shard: opened on first use, kept alive, given up in time. On the loop,
 * except for {@link #goodUntilNanos}. How long it is good for is in {@link Term}.
 */
final class SessionPart {
  private static final DeferredLog log = DeferredLog.of(SessionPart.class);

  /** Somebody who waits for the session to be open, and for their turn in it. */
  interface Opening {
    void open(SessionPart part);

    void notOpened(Error error);

    void sessionOver(Loss loss);
  }

  private final ClientContext hub;
  private final ClientSession session;
  private final int shard;
  private long nonce = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private final Set<Opening> openings = new LinkedHashSet<>();

  /** Those that are under way. */
  private final Set<NumberedCall> requests = new LinkedHashSet<>();

  private final SessionHolds holds = new SessionHolds();
  private final RequestNumbers numbers = new RequestNumbers();
  private final OwnerGates gates = new OwnerGates();
  private final Term term;

  /** The latest; null before the first. */
  private @Nullable Open opening;

  private long id;
  private boolean live;
  private boolean over;

  /** Completed when a session that was over before it was open is closed, or was not opened. */
  private final CompletableFuture<@Nullable Void> closedWhenOpened = new CompletableFuture<>();

  /** Completed when those who had something in it have been told of its end. */
  private CompletableFuture<@Nullable Void> told = CompletableFuture.completedFuture(null);

  SessionPart(ClientContext hub, ClientSession session, int shard) {
    this.hub = hub;
    this.session = session;
    this.shard = shard;
    this.term = new Term(hub, this);
  }

  int shard() {
    return shard;
  }

  ClientContext hub() {
    return hub;
  }

  /** As on the wire; 0 before it is open. */
  long id() {
    return id;
  }

  /** Until when it is certain that the service lets nobody else in. Any thread. */
  long goodUntilNanos() {
    return term.goodUntilNanos();
  }

  // ------------------------------------------------------------------------------- opening

  void open() {
    term.opening();
    opening = new Open();
    hub.router().submit(opening);
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
    protected boolean isHarmless() {
      return true;
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
      if (over) {
        submitClose(closedWhenOpened);
        return true;
      }
      term.opened(opened.getTtlMs(), firstSentNanos());
      if (term.hasLessThan(1)) {
        term.keepAlive(); // Opening took long: only this tells that the session is still there.
      } else {
        goLive();
      }
      return true;
    }

    @Override
    protected void failed(Error error) {
      closedWhenOpened.complete(null);
      notOpened(error);
    }
  }

  private void notOpened(Error error) {
    if (!over) {
      over = true;
      term.end();
      session.partNotOpened(this);
      List<Opening> disappointed = new ArrayList<>(openings);
      openings.clear();
      disappointed.forEach(opening -> opening.notOpened(error));
    }
  }

  private void goLive() {
    live = true;
    hub.meters().sessionOpened();
    term.begin();
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
    gates.forget(opening);
  }

  // --------------------------------------------------------------------------- keep-alives

  /** The term was lengthened. */
  void kept(KeepAliveReply reply) {
    reply.getRevokedList().forEach(this::revoked);
    if (!live && !over) {
      goLive();
    }
  }

  void notKept(Error error) {
    if (live) {
      refused(error);
    } else if (!over && error.getReason() == Reason.SESSION_UNKNOWN) {
      // It was over before it was known: by the old nonce nobody gets another.
      nonce = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
      id = 0;
      open();
    } else {
      notOpened(error);
    }
  }

  private void revoked(long token) {
    ServiceHold held = holds.find(token);
    if (held != null) {
      var unused = held.lose(Loss.REVOKED);
    }
  }

  // ------------------------------------------------------------------------------- the end

  /** What a request of the session was answered with; a session that is gone ends here, too. */
  void refused(Error error) {
    if (error.getReason() == Reason.SESSION_UNKNOWN) {
      end(Loss.SESSION_EXPIRED);
    } else {
      log.debug("session {}: {}", WireCodec.session(id), error.getMessage());
    }
  }

  /** Completed when those who had something in it have been told of its end. */
  CompletableFuture<@Nullable Void> told() {
    return told;
  }

  /** Whatever goes wrong with one of those who are told, the others are told. */
  void end(Loss loss) {
    if (over) {
      return;
    }
    over = true;
    live = false;
    ClientLoop.runGuarded(term::end);
    List<CompletableFuture<?>> telling = new ArrayList<>();
    holds.drain().forEach(held -> ClientLoop.runGuarded(() -> telling.add(held.lose(loss))));
    told = CompletableFuture.allOf(telling.toArray(CompletableFuture<?>[]::new));
    List<NumberedCall> unanswered = new ArrayList<>(requests);
    requests.clear();
    for (NumberedCall call : unanswered) {
      ClientLoop.runGuarded(() -> hub.router().forget(call));
      ClientLoop.runGuarded(() -> call.sessionOver(loss));
    }
    List<Opening> hopeful = new ArrayList<>(openings);
    openings.clear();
    hopeful.addAll(gates.drain());
    hopeful.forEach(each -> ClientLoop.runGuarded(() -> each.sessionOver(loss)));
    hub.meters().sessionOver(loss);
    session.partOver(loss);
  }

  /**
   * Closes it at the service when those who had something in it, and these, have been told that it
   * is over: not before may the service let others in.
   */
  CompletableFuture<@Nullable Void> closeAfter(CompletableFuture<@Nullable Void> alsoTold) {
    if (id == 0) {
      return closeWhenOpened();
    }
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    hub.after(CompletableFuture.allOf(told, alsoTold), () -> submitClose(closed));
    return closed;
  }

  /** An opening that may have been executed is awaited: else the session would stay open. */
  private CompletableFuture<@Nullable Void> closeWhenOpened() {
    Open present = opening;
    if (present != null && !present.isOver() && !present.mayBeExecuted()) {
      hub.router().forget(present);
    }
    if (present == null || present.isOver()) {
      closedWhenOpened.complete(null);
    }
    return closedWhenOpened;
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
    return numbers.next();
  }

  /** Up to here everything is answered. */
  long acknowledged(long number) {
    return numbers.acknowledged(number);
  }

  void submit(NumberedCall call) {
    requests.add(call);
    hub.router().submit(call);
  }

  /** It is answered, or will not be. */
  void settled(NumberedCall call) {
    requests.remove(call);
    numbers.settled(call.number());
  }

  /**
   * Gives a request up, whatever has become of it. Until that is answered the owner asks for
   * nothing else: it might be taken for what is being given back.
   */
  void withdraw(NumberedCall call, List<String> askers) {
    hub.router().forget(call);
    if (over || call.number() == 0) {
      settled(call);
      return;
    }
    requests.remove(call); // The number stays unsettled.
    closeGates(askers);
    long number = call.number();
    hub.router().submit(Withdrawal.orRelease(this, number, () -> withdrawn(number, askers)));
  }

  private void withdrawn(long number, List<String> askers) {
    numbers.settled(number);
    openGates(askers);
  }

  /** The owner has to wait with what it asks for. */
  void closeGates(List<String> askers) {
    gates.close(askers);
  }

  void openGates(List<String> askers) {
    if (!over) { // Else those behind it are told so.
      gates.open(askers).forEach(each -> each.open(this));
    }
  }

  /** Whether the owner may ask now. If not, whoever asks is let in when it may. */
  boolean isClear(List<String> askers, Opening asking) {
    return gates.isClear(askers, asking);
  }

  // --------------------------------------------------------------------------------- holds

  SessionHolds holds() {
    return holds;
  }
}
