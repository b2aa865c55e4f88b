package io.tenure.core.model;

import io.tenure.core.LockState;
import io.tenure.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the log carries. A command that exists is well-formed: constructors refuse what is out of
 * range, so that {@link LockState#apply} never has to.
 *
 * <p>Commands that carry a {@link RequestId} are idempotent: the same id gets the same answer and
 * executes once. Their {@code acknowledged} number is the client's promise that it has the answer
 * to every request up to and including it and will not ask again; the state forgets those answers.
 */
public sealed interface Command {

  /** A command that a session numbers. */
  sealed interface Numbered extends Command {
    RequestId request();

    long acknowledged();
  }

  /**
   * Opens a session.
   *
   * @param nonce chosen at random by the client; opening again with the nonce of a live session
   *     gives that session
   * @param clientName shown to people; may be empty
   */
  record OpenSession(long nonce, long ttlMillis, String clientName) implements Command {
    public static final long MIN_TTL_MILLIS = 1_000;
    public static final long MAX_TTL_MILLIS = 600_000;
    public static final int MAX_CLIENT_NAME_BYTES = 128;

    public OpenSession {
      if (ttlMillis < MIN_TTL_MILLIS || ttlMillis > MAX_TTL_MILLIS) {
        throw new IllegalArgumentException(
            "ttl: " + ttlMillis / 1000.0 + " s (expected: 1 s to 600 s)");
      }
      Text.require("client name", clientName, 0, MAX_CLIENT_NAME_BYTES);
    }
  }

  /** Ends a session by its client's wish: releases its holds and withdraws its requests. */
  record CloseSession(SessionId session) implements Command {}

  /** Ends a session that was not kept alive. Only the leader's session clock proposes this. */
  record ExpireSession(SessionId session) implements Command {}

  /**
   * Asks for all targets at once.
   *
   * @param owner who holds, a label inside the session: it decides who conflicts with whom. Empty
   *     stands for somebody new, whose label {@link OwnerId#fresh} gives
   * @param party who waits, a label inside the session: deadlocks are found between parties, and it
   *     decides nothing else. Empty stands for the owner
   * @param targets 1 to {@value #MAX_TARGETS}, each key once; kept in key order
   * @param mayWait whether to queue when it cannot be granted at once
   * @param value given to the hold
   */
  record AcquireLock(
      RequestId request,
      long acknowledged,
      String owner,
      String party,
      List<Target> targets,
      boolean mayWait,
      Value value)
      implements Numbered {
    public static final int MAX_TARGETS = 16;

    public AcquireLock {
      requireAcknowledged(request, acknowledged);
      String fresh =
          owner.startsWith(OwnerId.FRESH) || owner.isEmpty() ? OwnerId.fresh(request) : "";
      owner = owner.isEmpty() ? fresh : requireLabel("owner", owner, fresh);
      party = party.isEmpty() ? owner : requireLabel("party", party, owner);
      targets = inKeyOrder(targets);
    }

    /** A request whose owner is its party. */
    public AcquireLock(
        RequestId request,
        long acknowledged,
        String owner,
        List<Target> targets,
        boolean mayWait,
        Value value) {
      this(request, acknowledged, owner, "", targets, mayWait, value);
    }

    /** Whether the request names no owner. */
    public boolean isFresh() {
      return owner.startsWith(OwnerId.FRESH);
    }

    private static String requireLabel(String name, String label, String made) {
      if (label.startsWith(OwnerId.FRESH) && !label.equals(made)) {
        throw new IllegalArgumentException(
            name
                + ": "
                + Text.quote(label)
                + " (expected: a label that does not begin with "
                + OwnerId.FRESH
                + ")");
      }
      Text.require(name, label, 1, OwnerId.MAX_LABEL_BYTES);
      return label;
    }

    private static List<Target> inKeyOrder(List<Target> targets) {
      if (targets.size() == 1) {
        return List.copyOf(targets);
      }
      if (targets.isEmpty() || targets.size() > MAX_TARGETS) {
        throw new IllegalArgumentException(
            "targets: " + targets.size() + " (expected: 1 to " + MAX_TARGETS + ")");
      }
      List<Target> sorted = new ArrayList<>(targets);
      sorted.sort(Comparator.comparing(Target::key));
      for (int i = 1; i < sorted.size(); i++) {
        if (sorted.get(i).key().equals(sorted.get(i - 1).key())) {
          throw new IllegalArgumentException(
              "targets: " + sorted.get(i).key() + " twice (expected: each key once)");
        }
      }
      return List.copyOf(sorted);
    }
  }

  /**
   * Gives up a request. Works on a request that has not arrived yet: should it arrive later, it is
   * answered as withdrawn.
   *
   * @param request the request to give up, not a new number
   * @param giveBack whether to release the hold if the request was granted already
   */
  record WithdrawRequest(RequestId request, long acknowledged, boolean giveBack)
      implements Numbered {
    public WithdrawRequest {
      requireAcknowledged(request, acknowledged);
    }
  }

  /**
   * Takes a waiting acquire out of the queue because its client is out of reach, so that nothing is
   * granted to somebody who may be dead. Asked for again, the request takes its old place; if the
   * session has left {@link Limits#answersPerSession} requests aside already, it is withdrawn. Only
   * the leader proposes this. Whatever does not wait stays as it is, and so does an upgrade, whose
   * hold stands in the way of others anyhow.
   */
  record StandAside(RequestId request) implements Numbered {
    @Override
    public long acknowledged() {
      return 0;
    }
  }

  /** Ends a hold of the session. */
  record ReleaseLock(RequestId request, long acknowledged, long token) implements Numbered {
    public ReleaseLock {
      requireAcknowledged(request, acknowledged);
      requireToken(token);
    }
  }

  /**
   * Turns every lock of a hold into the other mode. To {@link Mode#SHARED} happens at once and
   * keeps the token. To {@link Mode#EXCLUSIVE} happens when the other readers have left, ahead of
   * the queue, and gives a new token.
   */
  record ConvertHold(RequestId request, long acknowledged, long token, Mode mode, boolean mayWait)
      implements Numbered {
    public ConvertHold {
      requireAcknowledged(request, acknowledged);
      requireToken(token);
      if (mode.isSemaphore()) {
        throw new IllegalArgumentException("mode: " + mode + " (expected: EXCLUSIVE or SHARED)");
      }
    }
  }

  /** Replaces the value of a hold of the session. */
  record SetValue(RequestId request, long acknowledged, long token, Value value)
      implements Numbered {
    public SetValue {
      requireAcknowledged(request, acknowledged);
      requireToken(token);
    }
  }

  /** An operator ends somebody's hold. The token guards against hitting the next holder. */
  record RevokeHold(Key key, long token) implements Command {
    public RevokeHold {
      requireToken(token);
    }
  }

  /**
   * After a restore: lifts the revision to the next multiple of {@link Limits#REVISION_STEP} above
   * both the current one and the given one, so that no token is ever granted twice.
   *
   * @param above the highest token known to have been granted after the backup, or 0
   */
  record RaiseRevision(long above) implements Command {
    public RaiseRevision {
      if (above < 0 || above > Limits.MAX_REVISION) {
        throw new IllegalArgumentException(
            "above: " + above + " (expected: 0 to " + Limits.MAX_REVISION + ")");
      }
    }
  }

  /**
   * Sets what the shard may hold from now on. What is there already stays, also if it is more. Only
   * the leader proposes this, when the shard is new or an operator asks for it.
   */
  record SetLimits(Limits limits) implements Command {}

  /**
   * Takes away the next holds and requests of sessions that have ended. Every command does so
   * before it does its own work; the leader proposes this one when there is no other.
   */
  record EndMore() implements Command {}

  /**
   * Has no effect of its own: every replica computes {@link Snapshot#checksum} of its state at this
   * point of the log, and the replicas compare the results. Only the leader proposes this.
   */
  record CompareState() implements Command {}

  private static void requireAcknowledged(RequestId request, long acknowledged) {
    if (acknowledged < 0 || acknowledged >= request.number()) {
      throw new IllegalArgumentException(
          "acknowledged: " + acknowledged + " (expected: 0 to " + (request.number() - 1) + ")");
    }
  }

  private static void requireToken(long token) {
    if (token < 1 || token > Limits.MAX_REVISION) {
      throw new IllegalArgumentException(
          "token: " + token + " (expected: 1 to " + Limits.MAX_REVISION + ")");
    }
  }
}
