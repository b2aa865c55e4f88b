package io.tenure.faults.work.plain;

import com.google.protobuf.ByteString;
import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.CallResults;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Operations;
import io.tenure.faults.work.Operations.Mark;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.plain.PlainCalls.Heard;
import io.tenure.faults.work.plain.PlainCalls.Terms;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.TenureGrpc.TenureStub;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.protocol.v1.WithdrawRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A session by plain calls. Requests are numbered, so that one which was not answered can be sent
 * again, to another node. For one thread, but for what the keeper tells.
 */
public final class PlainSession implements SessionKeeper.Keeping {
  private final ClientContext self;
  private final PlainCalls calls;
  private final long id;
  private final Set<Long> tokens = ConcurrentHashMap.newKeySet();
  private @Nullable SessionKeeper keeper;
  private long number;

  private PlainSession(ClientContext self, PlainCalls calls, long id) {
    this.self = self;
    this.calls = calls;
    this.id = id;
  }

  /**
   * Opens one.
   *
   * @param kept whether it is to be kept alive
   * @return null if nobody has said that it is open
   */
  static @Nullable public PlainSession open(ClientContext self, PlainCalls calls, boolean kept)
      throws InterruptedException {
    long op = self.recorder().next();
    self.recorder().invoked(op, self.name(), Operations.openSession(self.shard()));
    OpenSessionRequest request =
        OpenSessionRequest.newBuilder()
            .setTtlMs(Sessions.ttl(self.random()).toMillis())
            .setClientName(self.name())
            .setNonce(self.random().nextLong() | 1)
            .setShard(self.shard())
            .build();
    long firstSentNanos = System.nanoTime();
    Heard<OpenSessionReply> heard = calls.call(Terms.REPEATED, stub -> stub.openSession(request));
    long nanos = System.nanoTime();
    OpenSessionReply reply = heard.reply();
    if (reply == null) {
      self.recorder().returned(op, heard.unanswered(), nanos);
      return null;
    }
    self.recorder().returned(op, CallResults.opened(reply.getSession(), 0), nanos);
    PlainSession session = new PlainSession(self, calls, reply.getSession());
    session.kept(reply.getTtlMs(), firstSentNanos, nanos);
    if (kept) {
      session.keeper = SessionKeeper.start(calls, session, reply.getTtlMs(), firstSentNanos);
    }
    return session;
  }

  public boolean isGood() {
    SessionKeeper present = keeper;
    return present != null && present.isGood();
  }

  // ------------------------------------------------------------------------------ keeping it

  @Override
  public void send(TenureStub stub, LongConsumer ttlMillis, Consumer<Throwable> failed) {
    stub.keepAlive(
        KeepAliveRequest.newBuilder().setSession(id).build(),
        SessionKeeper.observer(reply -> ttlMillis.accept(reply.getTtlMs()), failed));
  }

  @Override
  public void kept(long ttlMillis, long sentNanos, long nanos) {
    self.recorder()
        .kept(new Entry.Kept(self.name(), self.shard(), id, ttlMillis, sentNanos, nanos));
  }

  @Override
  public void refused(long sentNanos, long nanos) {
    self.recorder()
        .keepRefused(new Entry.KeepRefused(self.name(), self.shard(), id, sentNanos, nanos));
  }

  @Override
  public void over(String why) {
    for (long token : tokens) {
      lose(token, why);
    }
  }

  private void lose(long token, String why) {
    if (tokens.remove(token)) {
      self.recorder().lost(self.name(), self.shard(), token, why);
    }
  }

  /** Lets it expire. From now on the client believes in nothing that it holds in it. */
  public void abandon() {
    stopKeeping();
    over("ABANDONED");
  }

  private void stopKeeping() {
    if (keeper != null) {
      keeper.close();
    }
  }

  // ----------------------------------------------------------------------------- using it

  /** The token, or 0 if it is not known to be granted. */
  public long acquire(List<Target> targets, long waitMillis) throws InterruptedException {
    long op = self.recorder().next();
    String mark = self.mark(op);
    AcquireRequest request =
        acquisition(targets, mark, waitMillis)
            .setSession(id)
            .setRequest(++number)
            .setAcknowledged(number - 1)
            .setOwner(mark)
            .build();
    self.recorder()
        .invoked(
            op,
            self.name(),
            Operations.acquire(self.shard(), id, mark, targets, new Mark(mark, waitMillis)));
    Heard<AcquireReply> heard =
        calls.call(new Terms(true, waitMillis), stub -> stub.acquire(request));
    long nanos = System.nanoTime();
    AcquireReply reply = heard.reply();
    if (reply != null && reply.hasGranted()) {
      // In this order: whoever learns of the loss must have learnt of the grant.
      self.recorder().returned(op, CallResults.granted(reply.getGranted().getToken()), nanos);
      return held(reply.getGranted().getToken());
    }
    self.recorder()
        .returned(
            op,
            reply == null ? heard.unanswered() : PlainOutcome.refused(reply.getRefusal(), false),
            nanos);
    if (reply == null) {
      withdraw(request.getRequest());
    }
    return 0;
  }

  private long held(long token) {
    tokens.add(token);
    if (keeper != null && !keeper.isGood()) {
      lose(token, "TERM_OVER"); // The keeper may have been over before it was put down.
    }
    return token;
  }

  public static AcquireRequest.Builder acquisition(
      List<Target> targets, String value, long waitMillis) {
    AcquireRequest.Builder request =
        AcquireRequest.newBuilder().setWaitMs(waitMillis).setValue(ByteString.copyFromUtf8(value));
    for (Target target : targets) {
      request.addTargets(
          io.tenure.protocol.v1.Target.newBuilder()
              .setKey(target.key())
              .setMode(Mode.valueOf(target.mode().name()))
              .setScope(
                  target.scope() == Scope.SUBTREE
                      ? io.tenure.protocol.v1.Scope.SUBTREE
                      : io.tenure.protocol.v1.Scope.KEY)
              .setLimit(target.limit()));
    }
    return request;
  }

  /** Nobody knows what became of it, and nobody wants it any more. */
  private void withdraw(long request) throws InterruptedException {
    WithdrawRequest withdrawal =
        WithdrawRequest.newBuilder().setSession(id).setRequest(request).setGiveBack(true).build();
    Heard<WithdrawReply> heard = calls.call(Terms.REPEATED, stub -> stub.withdraw(withdrawal));
    abandonIfUnanswered(heard);
  }

  /** What may be held without the client's knowledge must not be kept alive for ever. */
  private void abandonIfUnanswered(Heard<?> heard) {
    if (heard.reply() == null) {
      abandon();
    }
  }

  public void release(long token) throws InterruptedException {
    tokens.remove(token);
    long op = self.recorder().next();
    self.recorder().invoked(op, self.name(), Operations.release(self.shard(), id, token));
    ReleaseRequest request =
        ReleaseRequest.newBuilder()
            .setSession(id)
            .setRequest(++number)
            .setAcknowledged(number - 1)
            .setToken(token)
            .build();
    Heard<ReleaseReply> heard = calls.call(Terms.REPEATED, stub -> stub.release(request));
    long nanos = System.nanoTime();
    self.recorder().returned(op, PlainOutcome.released(heard, false), nanos);
    abandonIfUnanswered(heard);
  }

  public void setValue(long token) throws InterruptedException {
    long op = self.recorder().next();
    String value = self.mark(op);
    self.recorder().invoked(op, self.name(), Operations.setValue(self.shard(), id, token, value));
    SetValueRequest request =
        SetValueRequest.newBuilder()
            .setSession(id)
            .setRequest(++number)
            .setAcknowledged(number - 1)
            .setToken(token)
            .setValue(ByteString.copyFromUtf8(value))
            .build();
    Heard<SetValueReply> heard = calls.call(Terms.REPEATED, stub -> stub.setValue(request));
    long nanos = System.nanoTime();
    SetValueReply reply = heard.reply();
    Result result =
        reply == null
            ? heard.unanswered()
            : reply.hasValueSet()
                ? CallResults.done()
                : PlainOutcome.refused(reply.getRefusal(), false);
    self.recorder().returned(op, result, nanos);
  }

  /** What is held in it is held no longer from when this is called. */
  public void close() throws InterruptedException {
    over("CLOSED");
    stopKeeping();
    long op = self.recorder().next();
    self.recorder().invoked(op, self.name(), Operations.closeSession(self.shard(), id, 0));
    CloseSessionRequest request = CloseSessionRequest.newBuilder().setSession(id).build();
    Heard<CloseSessionReply> heard = calls.call(Terms.REPEATED, stub -> stub.closeSession(request));
    Result result = heard.reply() == null ? heard.unanswered() : CallResults.done();
    self.recorder().returned(op, result, System.nanoTime());
  }
}
