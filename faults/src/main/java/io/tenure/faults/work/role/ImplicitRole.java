package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.CallResults;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.Operations;
import io.tenure.faults.work.Operations.Mark;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.plain.PlainCalls.Heard;
import io.tenure.faults.work.plain.PlainCalls.Terms;
import io.tenure.faults.work.plain.PlainOutcome;
import io.tenure.faults.work.plain.PlainSession;
import io.tenure.faults.work.plain.SessionKeeper;
import io.tenure.faults.work.resource.ResourceUse;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.TenureGrpc.TenureStub;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Locks without a session, as a script does: one call to acquire, which opens a session for that
 * hold alone, calls to renew it, and one to release. The acquire has no number, so it is not sent
 * again when it is not certain that nothing was done.
 */
final class ImplicitRole implements Role {
  /** Who holds, in the log. */
  private static final String OWNER = "implicit";

  private final ClientContext self;
  private final PlainCalls calls;
  private final ResourceUse using;

  ImplicitRole(ClientContext self, PlainCalls calls) {
    this.self = self;
    this.calls = calls;
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(2);
    Taste taste = self.chance(40) ? Taste.HOT : Taste.OWN;
    List<Target> targets = self.keys().choose(taste, self.shard(), self.name(), self.random());
    long waitMillis = self.chance(50) ? 0 : 100 + self.random().nextInt(500);
    long op = self.recorder().next();
    Mark mark = new Mark(self.mark(op), waitMillis);
    self.recorder()
        .invoked(op, self.name(), Operations.acquire(self.shard(), 0, OWNER, targets, mark));
    Heard<AcquireReply> heard = acquire(targets, mark);
    long nanos = System.nanoTime();
    AcquireReply reply = heard.reply();
    if (reply != null && reply.hasGranted()) {
      Granted granted = reply.getGranted();
      Result result = CallResults.opened(granted.getSession(), granted.getToken());
      self.recorder().returned(op, result, nanos);
      hold(targets.get(0), granted, heard.sentNanos(), nanos);
    } else {
      Result result =
          reply == null
              ? heard.unanswered()
              : PlainOutcome.refused(reply.getRefusal(), heard.doubtful());
      self.recorder().returned(op, result, nanos);
    }
  }

  private Heard<AcquireReply> acquire(List<Target> targets, Mark mark) throws InterruptedException {
    AcquireRequest request =
        PlainSession.acquisition(targets, mark.value(), mark.waitMillis())
            .setTtlMs(Sessions.ttl(self.random()).toMillis())
            .setClientName(self.name())
            .build();
    return calls.call(new Terms(false, mark.waitMillis()), stub -> stub.acquire(request));
  }

  private void hold(Target target, Granted granted, long sentNanos, long nanos)
      throws InterruptedException {
    Renewal renewal = new Renewal(target.key(), granted);
    renewal.kept(granted.getTtlMs(), sentNanos, nanos);
    try (SessionKeeper keeper =
        SessionKeeper.start(calls, renewal, granted.getTtlMs(), sentNanos)) {
      using.use(List.of(target), granted.getToken(), keeper::isGood);
    } finally {
      release(target.key(), granted.getToken());
    }
  }

  private void release(String key, long token) throws InterruptedException {
    long op = self.recorder().next();
    self.recorder().invoked(op, self.name(), Operations.release(self.shard(), 0, token));
    ReleaseRequest request = ReleaseRequest.newBuilder().setKey(key).setToken(token).build();
    Heard<ReleaseReply> heard = calls.call(Terms.REPEATED, stub -> stub.release(request));
    long nanos = System.nanoTime();
    self.recorder().returned(op, PlainOutcome.released(heard, heard.doubtful()), nanos);
  }

  /** Keeps one hold. */
  private final class Renewal implements SessionKeeper.Keeping {
    private final String key;
    private final Granted granted;

    Renewal(String key, Granted granted) {
      this.key = key;
      this.granted = granted;
    }

    @Override
    public void send(TenureStub stub, LongConsumer ttlMillis, Consumer<Throwable> failed) {
      stub.renew(
          RenewRequest.newBuilder().setKey(key).setToken(granted.getToken()).build(),
          SessionKeeper.observer(reply -> ttlMillis.accept(reply.getTtlMs()), failed));
    }

    @Override
    public void kept(long ttlMillis, long sentNanos, long nanos) {
      self.recorder()
          .kept(
              new Entry.Kept(
                  self.name(), self.shard(), granted.getSession(), ttlMillis, sentNanos, nanos));
    }

    @Override
    public void refused(long sentNanos, long nanos) {
      self.recorder()
          .keepRefused(
              new Entry.KeepRefused(
                  self.name(), self.shard(), granted.getSession(), sentNanos, nanos));
    }

    @Override
    public void over(String why) {
      self.recorder().lost(self.name(), self.shard(), granted.getToken(), why);
    }
  }
}
