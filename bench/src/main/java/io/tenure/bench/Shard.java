package io.tenure.bench;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.List;
import java.util.function.IntFunction;

/** A lock state with sessions that number and acknowledge their requests as a client does. */
final class Shard {
  private static final long TTL_MILLIS = 10_000;

  final LockState state;
  private final SessionId[] sessions;
  private final long[] lastNumber;

  Shard(Limits limits, int sessions) {
    this.state = new LockState(limits);
    this.sessions = new SessionId[sessions];
    this.lastNumber = new long[sessions];
    for (int i = 0; i < sessions; i++) {
      Applied opened = state.apply(new OpenSession(i, TTL_MILLIS, "bench-" + i));
      this.sessions[i] = ((Outcome.SessionOpened) opened.outcome()).session();
    }
  }

  /** Room for a million holds and for the one that is being measured. */
  static Limits roomy() {
    Limits limits = Limits.DEFAULT;
    return new Limits(
        limits.sessions(),
        limits.holds() + 1,
        limits.holds() + 1,
        limits.waitersPerKey() + 1,
        limits.waitersPerOwner(),
        limits.waiters(),
        limits.answersPerSession(),
        limits.answers(),
        limits.deadlockSteps(),
        limits.changesPerCommand(),
        Long.MAX_VALUE / 2,
        Long.MAX_VALUE / 2,
        Long.MAX_VALUE / 2);
  }

  static List<Target> exclusive(String path) {
    return List.of(Target.exclusive(Key.of(path)));
  }

  int sessions() {
    return sessions.length;
  }

  int indexOf(SessionId session) {
    return (int) (session.number() - sessions[0].number());
  }

  Applied acquire(int session, String owner, List<Target> targets, boolean mayWait) {
    return acquire(session, owner, "", targets, mayWait);
  }

  Applied acquire(int session, String owner, String party, List<Target> targets, boolean mayWait) {
    long number = ++lastNumber[session];
    RequestId request = new RequestId(sessions[session], number);
    return state.apply(
        new AcquireLock(request, number - 1, owner, party, targets, mayWait, Value.NONE));
  }

  Applied release(int session, long token) {
    long number = ++lastNumber[session];
    RequestId request = new RequestId(sessions[session], number);
    return state.apply(new ReleaseLock(request, number - 1, token));
  }

  Applied withdraw(int session, int number) {
    RequestId request = new RequestId(sessions[session], number);
    return state.apply(new WithdrawRequest(request, 0, true));
  }

  /** Of the newest request. */
  int lastNumber(int session) {
    return (int) lastNumber[session];
  }

  Applied close(int session) {
    return state.apply(new CloseSession(sessions[session]));
  }

  /** Takes this many keys of their own, each for another owner, spread over the sessions. */
  void hold(int holds) {
    hold(holds, i -> "/held/" + i);
  }

  void hold(int holds, IntFunction<String> path) {
    for (int i = 0; i < holds; i++) {
      List<Target> targets = exclusive(path.apply(i));
      expectGranted(acquire(i % sessions.length, "worker-" + i, targets, false));
    }
  }

  static long expectGranted(Applied applied) {
    if (applied.outcome() instanceof Outcome.Granted granted) {
      return granted.token();
    }
    throw new IllegalStateException("not granted: " + applied.outcome());
  }
}
