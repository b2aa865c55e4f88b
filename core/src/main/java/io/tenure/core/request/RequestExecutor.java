package io.tenure.core.request;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.LimitReached;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.request.WaitEdges.Steps;
import io.tenure.core.session.Owner;
import io.tenure.core.session.RememberedAnswers;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.table.Claim;
import io.tenure.core.table.EventJournal;
import io.tenure.core.table.LockTable;
import io.tenure.core.table.TargetClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Executes the numbered commands of sessions, each number once. */
public final class RequestExecutor {
  private Limits limits;
  private CapacityCheck capacity;
  private final EventJournal journal;
  private final LockTable table;
  private final IdempotencyCheck repeated;

  public RequestExecutor(Limits limits, EventJournal journal, LockTable table) {
    this.limits = limits;
    this.capacity = new CapacityCheck(limits, table);
    this.journal = journal;
    this.table = table;
    this.repeated = new IdempotencyCheck(table);
  }

  public void set(Limits changed) {
    limits = changed;
    capacity = new CapacityCheck(changed, table);
  }

  public Outcome apply(SessionEntry session, Numbered command) {
    session.forgetThrough(command.acknowledged());
    table.suspended().removeThrough(session, command.acknowledged());
    if (command instanceof WithdrawRequest withdraw) {
      return withdraw(session, withdraw);
    } else if (command instanceof StandAside aside) {
      return standAside(session, aside.request());
    }
    RequestFingerprint call = RequestFingerprint.of(command);
    Outcome known = repeated.knownAnswer(session, command, call);
    if (known != null) {
      return known;
    }
    Outcome outcome = execute(session, command);
    boolean isLive = outcome instanceof Outcome.Granted || outcome instanceof Outcome.Queued;
    if (!isLive) {
      session.remember(command.request().number(), call, outcome);
    }
    return outcome;
  }

  private Outcome execute(SessionEntry session, Numbered command) {
    if (command instanceof AcquireLock acquire) {
      return acquire(session, acquire);
    } else if (command instanceof ReleaseLock release) {
      return withHold(session, release.token(), claim -> release(claim, release.token()));
    } else if (command instanceof ConvertHold convert) {
      return withHold(session, convert.token(), claim -> convert(claim, convert));
    } else if (command instanceof SetValue set) {
      return withHold(session, set.token(), claim -> setValue(claim, set.value()));
    }
    throw new IllegalStateException("broken invariant: unknown command: " + command);
  }

  private Outcome setValue(Claim claim, Value value) {
    LimitReached full = capacity.refusesToSet(claim, value);
    if (full != null) {
      return full;
    }
    table.setValue(claim, value);
    return new Outcome.ValueSet(claim.hold().token());
  }

  private Outcome acquire(SessionEntry session, AcquireLock command) {
    long number = command.request().number();
    WaitingRequest away = table.suspended().remove(session, number);
    if (away != null) {
      Claim back = table.draftAt(away.arrival(), session, command);
      Outcome outcome = acquire(back, command, true);
      if (!cannotReturnToItsPosition(outcome)) {
        return outcome;
      }
    }
    return acquire(table.draft(session, command), command, away != null);
  }

  /**
   * Whether waiting at the previous position would be a deadlock: a request behind that position
   * has come to block the returning one. At the end of the queue it blocks nobody.
   */
  private static boolean cannotReturnToItsPosition(Outcome outcome) {
    return outcome instanceof Outcome.Deadlock
        || (outcome instanceof LimitReached reached && reached.limit() == Limit.DEADLOCK_STEPS);
  }

  /** A suspended request is not checked against the limits again: it has not changed. */
  private Outcome acquire(Claim claim, AcquireLock command, boolean wasSuspended) {
    Claim same = GrantRule.sameHold(claim);
    if (same != null) {
      return refuse(claim, new Outcome.AlreadyHeld(same.hold().token()));
    }
    for (TargetClaim target : claim.targets) {
      if (!target.node.mixesWith(target.target.mode())) {
        Key key = target.target.key();
        Mode there = BusyReport.modeAt(target.node);
        Standing standing = BusyReport.at(key, target.node);
        return refuse(claim, new Outcome.KindMismatch(key, there, standing));
      }
    }
    LimitReached full = wasSuspended ? null : capacity.refusesToHold(claim, command.value());
    if (full != null) {
      return refuse(claim, full);
    }
    if (!GrantRule.findWitness(claim)) {
      if (overtakes(claim)) {
        table.suspects().add(claim.party);
      }
      table.grant(claim, command.value(), GrantCause.ASKED);
      table.settle();
      return new Outcome.Granted(claim.hold().token());
    }
    return waitOrRefuse(claim, command.value(), command.mayWait(), wasSuspended);
  }

  /** Whether a draft returns to a previous position, ahead of others. */
  private boolean overtakes(Claim draft) {
    return draft.arrival() < journal.next() && GrantRule.isAheadOfWaiters(draft);
  }

  private Outcome refuse(Claim draft, Outcome outcome) {
    draft.stopWatching();
    table.discard(draft);
    return outcome;
  }

  private Outcome waitOrRefuse(Claim claim, Value value, boolean mayWait, boolean wasSuspended) {
    if (!mayWait) {
      return refuse(claim, new Outcome.Busy(BusyReport.of(claim)));
    }
    LimitReached full = wasSuspended ? null : capacity.refusesToQueue(claim, value);
    if (full != null) {
      return refuse(claim, full);
    }
    Standing standing = BusyReport.of(claim);
    boolean overtakes = overtakes(claim);
    table.enterQueue(claim);
    Steps steps = new Steps(limits.deadlockSteps());
    DeadlockSearch.Verdict verdict =
        overtakes
            ? DeadlockSearch.search(claim.party, steps)
            : DeadlockSearch.searchNewest(claim, steps);
    if (!verdict.live()) {
      table.leaveQueue(claim);
      return refuse(
          claim,
          verdict.gaveUp()
              ? new LimitReached(Limit.DEADLOCK_STEPS, limits.deadlockSteps())
              : new Outcome.Deadlock(verdict.cycle()));
    }
    table.queue(claim, value);
    return new Outcome.Queued(claim.waiting().arrival(), standing);
  }

  private Outcome withHold(SessionEntry session, long token, Function<Claim, Outcome> action) {
    Claim claim = table.byToken(token);
    if (claim == null) {
      return new Outcome.NotHeld(token, absence(token));
    }
    return claim.owner.session == session
        ? action.apply(claim)
        : new Outcome.NotHeld(token, NotHeldReason.FOREIGN);
  }

  public NotHeldReason absence(long token) {
    return token > journal.revision() ? NotHeldReason.NEVER_GRANTED : NotHeldReason.NO_LONGER_HELD;
  }

  private Outcome release(Claim claim, long token) {
    end(claim, EndCause.RELEASED);
    return new Outcome.Released(token);
  }

  /** Ends one hold and grants the requests that this frees. */
  public void end(Claim claim, EndCause cause) {
    table.release(claim, cause);
    table.settle();
  }

  /**
   * Ends waiting requests that the command has deadlocked. When a hold ends, it may stop covering a
   * target for which its owner waits, so that the party begins to wait for a party that waits for
   * it. The same can happen when a claim is granted ahead of others, or when an owner has several
   * parties. No new request arrives at that moment that could be refused, so the waiting one ends.
   *
   * <p>The searches of one command share the steps of one search in equal parts; steps that one
   * search does not use are left to the others. A party whose search runs out of steps keeps
   * waiting: unlike a new request, it may have waited for long, and ending it would punish it for
   * what others do. If it is deadlocked, every later request of a party in that cycle is refused.
   */
  public void endDeadlockedWaits() {
    int parties = table.suspects().countWaiting();
    int left = limits.deadlockSteps();
    while (parties > 0 && left > 0) {
      Owner party = table.suspects().next();
      if (party == null) {
        return;
      }
      Steps steps = new Steps(Math.max(1, left / parties));
      DeadlockSearch.Verdict verdict = DeadlockSearch.search(party, steps);
      left -= steps.taken();
      parties = Math.max(1, parties - 1);
      if (verdict.stuck() != null) {
        table.withdraw(verdict.stuck(), EndCause.DEADLOCK);
        table.settle();
        table.suspects().add(party);
      }
    }
    table.suspects().clear();
  }

  private Outcome convert(Claim held, ConvertHold command) {
    long token = command.token();
    List<Target> converted = new ArrayList<>();
    for (Target target : held.wanted) {
      if (target.mode().isSemaphore()) {
        return new Outcome.NotConvertible(token, NotConvertibleReason.SEMAPHORE);
      }
      converted.add(target.in(command.mode()));
    }
    if (held.upgrade != null) {
      return new Outcome.NotConvertible(token, NotConvertibleReason.UPGRADE_WAITS);
    }
    if (converted.equals(held.wanted)) {
      return new Outcome.Converted(token);
    }
    if (command.mode().isShared()) {
      table.downgrade(held, List.copyOf(converted));
      table.settle();
      return new Outcome.Converted(token);
    }
    return upgrade(held, List.copyOf(converted), command);
  }

  private Outcome upgrade(Claim held, List<Target> exclusive, ConvertHold command) {
    Claim claim = table.draftUpgrade(held, command.request().number(), exclusive);
    if (GrantRule.findWitness(claim)) {
      return waitOrRefuse(claim, held.hold().value(), command.mayWait(), false);
    }
    table.grantUpgrade(claim);
    if (BusyReport.waitingAround(claim) > 0) {
      table.suspects().add(held.party);
    }
    table.settle();
    return new Outcome.Converted(claim.hold().token());
  }

  private Outcome standAside(SessionEntry session, RequestId request) {
    Claim live = session.live(request.number());
    if (live != null && live.waiting != null && live.upgradeOf == null) {
      boolean hasRoom = session.suspendedCount() < limits.answersPerSession();
      if (hasRoom) {
        table.standAside(live);
      } else {
        table.withdraw(live, EndCause.WITHDRAWN);
      }
      table.settle();
      return new Outcome.Ended(0, hasRoom ? EndCause.AWAY : EndCause.WITHDRAWN);
    } else if (live != null) {
      return IdempotencyCheck.standingAnswer(live);
    }
    return new Outcome.Ended(0, EndCause.AWAY);
  }

  private Outcome withdraw(SessionEntry session, WithdrawRequest command) {
    RequestId request = command.request();
    Claim live = session.live(request.number());
    if (live != null && live.waiting != null) {
      table.withdraw(live, EndCause.WITHDRAWN);
      table.settle();
      return new Outcome.Ended(0, EndCause.WITHDRAWN);
    }
    if (live != null) {
      long token = live.hold().token();
      if (!command.giveBack()) {
        return new Outcome.Granted(token);
      }
      end(live, EndCause.WITHDRAWN);
      return new Outcome.Ended(token, EndCause.WITHDRAWN);
    }
    WaitingRequest away = table.suspended().remove(session, request.number());
    if (away != null) {
      return ended(session, request, RequestFingerprint.of(away));
    }
    RememberedAnswers.Answer answer = session.answer(request.number());
    if (answer != null) {
      return mayBeWithdrawn(answer.call().kind())
          ? repeated.stillTrue(answer)
          : new Outcome.RequestReused(request);
    }
    if (request.number() <= session.forgottenThrough()) {
      return new Outcome.RequestForgotten(request, session.forgottenThrough());
    }
    return ended(session, request, RequestFingerprint.WITHDRAW);
  }

  /** Whether a client may give up a request of this kind: one that can wait. */
  private static boolean mayBeWithdrawn(RequestFingerprint.Kind kind) {
    return switch (kind) {
      case ACQUIRE, CONVERT, WITHDRAW -> true;
      case RELEASE, SET_VALUE -> false;
    };
  }

  private static Outcome ended(SessionEntry session, RequestId request, RequestFingerprint call) {
    Outcome outcome = new Outcome.Ended(0, EndCause.WITHDRAWN);
    session.remember(request.number(), call, outcome);
    return outcome;
  }
}
