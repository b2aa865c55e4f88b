package io.tenure.bench.load;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An owner that takes one key at a time and gives it back, as its listener tells it. */
final class Worker extends Call {
  private static final long WAIT_FOR_EVER = -1;

  private final Session session;
  private final String owner;
  private final PairListener listener;
  private final LoadKey[] round;
  private int nextInRound;
  private @Nullable LoadKey key;
  private boolean releasing;
  private long number;
  private long acquireNumber;
  private long token;

  /**
   * A worker.
   *
   * @param round the keys that {@link #acquireNext} takes in turn
   */
  Worker(Session session, String owner, PairListener listener, LoadKey... round) {
    super(session.lane);
    this.session = session;
    this.owner = owner;
    this.listener = listener;
    this.round = round.clone();
  }

  Session session() {
    return session;
  }

  /** The number of the last acquire. */
  long acquireNumber() {
    return acquireNumber;
  }

  LoadKey key() {
    return Objects.requireNonNull(key);
  }

  void acquireNext() {
    LoadKey next = round[nextInRound];
    nextInRound = nextInRound + 1 == round.length ? 0 : nextInRound + 1;
    acquire(next);
  }

  void acquire(LoadKey wanted) {
    key = wanted;
    releasing = false;
    number = session.numbers.next();
    acquireNumber = number;
    lane.submit(this);
  }

  void release() {
    releasing = true;
    number = session.numbers.next();
    lane.submit(this);
    key().released(submittedNanos);
  }

  @Override
  void describe(Request.Builder request) {
    if (releasing) {
      request.setRelease(
          ReleaseRequest.newBuilder()
              .setSession(session.id())
              .setRequest(number)
              .setAcknowledged(session.numbers.acknowledged())
              .setToken(token));
    } else {
      request.setAcquire(
          AcquireRequest.newBuilder()
              .setSession(session.id())
              .setRequest(number)
              .setAcknowledged(session.numbers.acknowledged())
              .setOwner(owner)
              .addTargets(key().target)
              .setWaitMs(WAIT_FOR_EVER));
    }
  }

  @Override
  void answered(Link from, Reply reply, long nowNanos) {
    session.numbers.answered(number);
    if (releasing) {
      released(reply.getRelease(), nowNanos);
    } else {
      granted(from, reply.getAcquire(), nowNanos);
    }
  }

  private void granted(Link from, AcquireReply reply, long nowNanos) {
    if (!reply.hasGranted()) {
      lane.fail(this + ": not granted: " + reply);
      return;
    }
    Granted granted = reply.getGranted();
    String wrong = key().granted(this, granted.getToken());
    if (wrong != null || granted.getAlreadyHeld()) {
      lane.fail(wrong != null ? wrong : this + ": held already: " + granted);
      return;
    }
    token = granted.getToken();
    listener.granted(this, from, nowNanos);
  }

  private void released(ReleaseReply reply, long nowNanos) {
    if (reply.hasReleased()) {
      listener.released(this, nowNanos);
    } else {
      lane.fail(this + ": not released: " + reply);
    }
  }

  @Override
  public String toString() {
    return "request " + number + " of " + owner + " in session " + session.id();
  }
}
