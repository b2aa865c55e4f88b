package io.tenure.simulation.peer;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.client.Claim;
import io.tenure.simulation.client.ClaimListener;
import io.tenure.simulation.client.DriftMargin;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lock on one key: tried until enough stores agree, then extended until it is released. */
final class LeaseClaim extends Claim {
  private static final long VOTE_TIMEOUT = Time.millis(150);
  private static final long MIN_RETRY_DELAY = Time.millis(10);
  private static final long MAX_RETRY_DELAY = Time.millis(100);

  private final LeaseClient client;
  private final RequestId request;
  private final Key key;
  private final boolean mayWait;
  private LeaseValue lease;

  /** On the client's clock: until when it trusts what the stores said. */
  private long termEnd;

  private @Nullable Timer timer;
  private @Nullable Timer termTimer;

  LeaseClaim(
      LeaseClient client,
      long number,
      String owner,
      List<Target> targets,
      boolean mayWait,
      ClaimListener listener) {
    super(client, owner, targets, listener);
    this.client = client;
    this.request = new RequestId(new SessionId(client.number() + 1), number);
    this.key = targets.get(0).key();
    this.mayWait = mayWait;
    this.lease = new LeaseValue(client.world().dice().number(), client.ttl());
  }

  /** One question to all stores. */
  final class Vote {
    private final long call;
    private final long sentAt = client.clock().monotonic();
    private final long worldSentAt = client.world().now();
    private final int quorum = client.quorum();
    private final int asked = client.stores().size();
    private final Set<KeyStore> answered = new HashSet<>();
    private int agreed;
    private boolean over;

    Vote() {
      this.call = client.open(this);
      await(VOTE_TIMEOUT, this::fail);
    }

    void count(KeyStore from, boolean agrees) {
      if (!answered.add(from) || over) {
        return;
      }
      agreed += agrees ? 1 : 0;
      if (agreed >= quorum) {
        close();
        onAgreed(this, from);
      } else if (answered.size() == asked) {
        fail();
      }
    }

    private void fail() {
      if (!over) {
        close();
        onFailed(answered.size() == asked);
      }
    }

    private void close() {
      over = true;
      client.close(call);
    }
  }

  void attempt() {
    Vote vote = new Vote();
    LeaseValue sent = lease;
    for (KeyStore store : client.stores()) {
      client.world().network().send(client, store, s -> s.onSet(client, vote.call, key, sent));
    }
  }

  private void extend() {
    Vote vote = new Vote();
    LeaseValue sent = lease;
    for (KeyStore store : client.stores()) {
      client.world().network().send(client, store, s -> s.onExtend(client, vote.call, key, sent));
    }
  }

  private void onAgreed(Vote vote, KeyStore last) {
    long end = vote.sentAt + DriftMargin.safePart(lease.ttl());
    if (isOver()) {
      return;
    }
    if (client.clock().monotonic() >= end) {
      onFailed(true);
      return;
    }
    termEnd = end;
    await(lease.ttl() / 3, this::extend);
    if (isHeld()) {
      client.leases().extended(hold().token(), vote.worldSentAt, lease.ttl());
      return;
    }
    Hold hold =
        new Hold(
            client.leases().nextRevision(),
            new OwnerId(request.session(), owner()),
            request,
            targets(),
            Value.NONE);
    client.leases().granted(last, hold, vote.worldSentAt, lease.ttl());
    becomeHolder(hold);
    watchTerm();
    listener().granted();
  }

  private void onFailed(boolean everybodyAnswered) {
    if (isOver()) {
      return;
    }
    if (!everybodyAnswered) {
      client.findPrimary();
    }
    long delay = client.world().dice().between(MIN_RETRY_DELAY, MAX_RETRY_DELAY);
    if (isHeld()) {
      await(delay, this::extend);
      return;
    }
    delete();
    lease = new LeaseValue(client.world().dice().number(), client.ttl());
    if (mayWait) {
      await(delay, this::attempt);
    } else {
      end();
      listener().refused("somebody else has it");
    }
  }

  /** Ends the belief when the term is over. */
  void watchTerm() {
    if (termTimer != null) {
      termTimer.cancel();
    }
    if (!isHeld()) {
      return;
    }
    termTimer =
        client.after(
            termEnd - client.clock().monotonic(),
            () -> {
              if (client.clock().monotonic() < termEnd) {
                watchTerm();
              } else if (isHeld()) {
                end();
                listener().lost();
              }
            });
  }

  @Override
  public void release() {
    if (isHeld()) {
      client.leases().released(client.stores().get(0), hold().token());
      end();
      delete();
    }
  }

  @Override
  public void giveUp() {
    release();
    if (!isOver()) {
      end();
      delete();
    }
  }

  void leave() {
    giveUp();
    listener().lost();
  }

  void die() {
    stopWaiting();
    finish();
  }

  private void end() {
    die();
    client.forget(this);
  }

  private void delete() {
    long value = lease.value();
    for (KeyStore store : client.stores()) {
      client.world().network().send(client, store, s -> s.onDelete(key, value));
    }
  }

  private void await(long nanos, Runnable action) {
    if (timer != null) {
      timer.cancel();
    }
    timer = client.after(nanos, action);
  }

  private void stopWaiting() {
    if (timer != null) {
      timer.cancel();
    }
    if (termTimer != null) {
      termTimer.cancel();
    }
  }
}
