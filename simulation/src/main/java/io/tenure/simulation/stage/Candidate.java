package io.tenure.simulation.stage;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.cluster.Caller;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Time;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One of many clients that request the same key. It has no timeouts, retransmissions or
 * keep-alives: its world has no faults, its session outlives the story, and every request that the
 * service sees comes from its retry policy.
 */
public final class Candidate extends Caller {
  /** How it waits for a key that another client holds. */
  public enum RetryPolicy {
    /** Asks again as soon as it is refused. */
    IMMEDIATE_RETRY("immediate retry", "refused, it asks again at once"),
    /** Asks again after a random time up to a bound that doubles with every refusal. */
    FULL_JITTER("full-jitter backoff", "refused, it asks again after a random, growing time"),
    /** Asks once and waits to be told. */
    QUEUE("Tenure's queue", "it asks once and is told when its turn comes");

    private final String text;
    private final String explanation;

    RetryPolicy(String text, String explanation) {
      this.text = text;
      this.explanation = explanation;
    }

    public String title() {
      return text + ": " + explanation;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final long FIRST_BACKOFF = Time.millis(10);
  private static final int MAX_DOUBLINGS = 8;

  private final Cluster cluster;
  private final RetryPolicy retryPolicy;
  private final Key key;
  private final Consumer<Candidate> granted;
  private @Nullable SessionId session;
  private long requests;
  private int refusals;
  private long token;

  /**
   * A candidate that is down until it is started, and then only opens its session.
   *
   * @param granted hears that it got the key
   */
  public Candidate(
      Cluster cluster, String name, RetryPolicy retryPolicy, Key key, Consumer<Candidate> granted) {
    super(cluster.world(), name);
    this.cluster = cluster;
    this.retryPolicy = retryPolicy;
    this.key = key;
    this.granted = granted;
  }

  public boolean isReady() {
    return session != null;
  }

  public void ask() {
    send(
        new Command.AcquireLock(
            nextRequest(),
            requests - 1,
            name(),
            List.of(Target.exclusive(key)),
            retryPolicy == RetryPolicy.QUEUE,
            Value.NONE));
  }

  public void release() {
    send(new Command.ReleaseLock(nextRequest(), requests - 1, token));
  }

  private RequestId nextRequest() {
    if (session == null) {
      throw new ScriptFailedException(this + " has no session");
    }
    return new RequestId(session, ++requests);
  }

  private void send(Command command) {
    Server leader = cluster.leader();
    if (leader == null) {
      throw new ScriptFailedException("nobody leads");
    }
    world().network().send(this, leader, server -> server.onCommand(this, 0, command));
  }

  @Override
  protected void onStart() {
    send(
        new Command.OpenSession(
            world().dice().number(), Command.OpenSession.MAX_TTL_MILLIS, name()));
  }

  @Override
  protected void onCrash() {}

  @Override
  public void answered(long call, Outcome outcome) {
    if (outcome instanceof Outcome.SessionOpened opened) {
      session = opened.session();
    } else if (outcome instanceof Outcome.Granted grant) {
      hold(grant.token());
    } else if (outcome instanceof Outcome.Busy) {
      tryAgain();
    }
  }

  @Override
  public void heard(Event event) {
    if (event instanceof Event.Granted grant) {
      hold(grant.hold().token());
    }
  }

  private void hold(long newToken) {
    token = newToken;
    granted.accept(this);
  }

  private void tryAgain() {
    refusals++;
    if (retryPolicy == RetryPolicy.FULL_JITTER) {
      long bound = FIRST_BACKOFF << Math.min(refusals - 1, MAX_DOUBLINGS);
      after(world().dice().between(0L, bound), this::ask);
    } else {
      ask();
    }
  }

  @Override
  public void redirected(long call, @Nullable Server knownLeader) {
    throw new ScriptFailedException("the leader changed in a calm world");
  }

  @Override
  public void keptAlive(SessionId which, long sentAt) {}

  @Override
  public void keepAliveRedirected(SessionId which, @Nullable Server knownLeader) {}

  @Override
  public void sessionUnknown(SessionId which) {}
}
