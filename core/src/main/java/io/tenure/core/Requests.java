package io.tenure.core;

import io.tenure.core.Command.AcquireLock;
import io.tenure.core.Command.ConvertHold;
import io.tenure.core.Command.Numbered;
import io.tenure.core.Command.ReleaseLock;
import io.tenure.core.Command.SetValue;
import io.tenure.core.Command.StandAside;
import io.tenure.core.Command.WithdrawRequest;
import io.tenure.core.Event.EndCause;
import io.tenure.core.Event.GrantCause;
import io.tenure.core.Outcome.Limit;
import io.tenure.core.Outcome.LimitReached;
import io.tenure.core.Outcome.NotConvertibleReason;
import io.tenure.core.Outcome.NotHeldReason;
import io.tenure.core.Outcome.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Executes the commands that a session numbers, each number once. */
final class Requests {
  private final Limits limits;
  private final Journal journal;
  private final LockTable table;

  Requests(Limits limits, Journal journal, LockTable table) {
    this.limits = limits;
    this.journal = journal;
    this.table = table;
  }

  Outcome apply(SessionEntry session, Numbered command) {
    session.forgetThrough(command.acknowledged());
    table.endAwayThrough(session, command.acknowledged());
    if (command instanceof WithdrawRequest withdraw) {
      return withdraw(session, withdraw);
    } else if (command instanceof StandAside aside) {
      return standAside(session, aside.request());
    }
    Answers.Kind kind = kindOf(command);
    Outcome known = recall(session, command, kind);
    if (known != null) {
      return known;
    }
    Outcome outcome = execute(session, command);
    boolean lives = outcome instanceof Outcome.Granted || outcome instanceof Outcome.Queued;
    if (!lives) {
      session.remember(command.request().number(), kind, outcome);
    }
    return outcome;
  }

  private static Answers.Kind kindOf(Numbered command) {
    if (command instanceof AcquireLock) {
      return Answers.Kind.ACQUIRE;
    } else if (command instanceof ReleaseLock) {
      return Answers.Kind.RELEASE;
    }
    return command instanceof ConvertHold ? Answers.Kind.CONVERT : Answers.Kind.SET_VALUE;
  }

  private Outcome execute(SessionEntry session, Numbered command) {
    if (command instanceof AcquireLock acquire) {
      return acquire(session, acquire);
    } else if (command instanceof ReleaseLock release) {
      return withHold(session, release.token(), claim -> release(claim, release.token()));
    } else if (command instanceof ConvertHold convert) {
      return withHold(session, convert.token(), claim -> convert(claim, convert));
    }
    SetValue set = (SetValue) command;
    return withHold(
        session,
        set.token(),
        claim -> {
          table.setValue(claim, set.value());
          return new Outcome.ValueSet(set.token());
        });
  }

  /** The answer that the number has already, or null if it is new or its client is back. */
  private @Nullable Outcome recall(SessionEntry session, Numbered command, Answers.Kind kind) {
    RequestId request = command.request();
    Claim live = session.live(request.number());
    if (live != null) {
      return asksAgain(command, live) ? standingAnswer(live) : new Outcome.RequestReused(request);
    }
    WaitingRequest away = session.away(request.number());
    if (away != null) {
      return isBack(command, away) ? null : new Outcome.RequestReused(request);
    }
    Answers.Answer answer = session.answer(request.number());
    if (answer != null) {
      return answer.kind().answers(kind) ? stillTrue(answer) : new Outcome.RequestReused(request);
    }
    return request.number() <= session.forgottenThrough()
        ? new Outcome.RequestForgotten(request, session.forgottenThrough())
        : null;
  }

  /** What was said of a hold that has ended since must not be said again. */
  private Outcome stillTrue(Answers.Answer answer) {
    long token = 0;
    if (answer.outcome() instanceof Outcome.AlreadyHeld held) {
      token = held.token();
    } else if (answer.outcome() instanceof Outcome.Converted converted) {
      token = converted.token();
    }
    return token == 0 || table.byToken(token) != null
        ? answer.outcome()
        : new Outcome.NotHeld(token, NotHeldReason.NO_LONGER_HELD);
  }

  /** Modes are left out of the comparison: the hold may have been converted since. */
  private static boolean asksAgain(Numbered command, Claim live) {
    if (live.upgradeOf != null) {
      return command instanceof ConvertHold;
    }
    if (!(command instanceof AcquireLock acquire)
        || !acquire.owner().equals(live.owner.id.label())
        || acquire.targets().size() != live.wanted.size()) {
      return false;
    }
    for (int i = 0; i < live.wanted.size(); i++) {
      if (!live.wanted.get(i).isAt(acquire.targets().get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBack(Numbered command, WaitingRequest away) {
    return command instanceof AcquireLock acquire
        && acquire.owner().equals(away.owner().label())
        && acquire.targets().equals(away.targets());
  }

  private static Outcome standingAnswer(Claim live) {
    return live.waiting == null
        ? new Outcome.Granted(live.hold().token())
        : new Outcome.Queued(live.waiting().arrival(), Standings.of(live));
  }

  private Outcome acquire(SessionEntry session, AcquireLock command) {
    long number = command.request().number();
    WaitingRequest away = table.endAway(session, number);
    if (away != null) {
      Owner owner = session.owner(command.owner());
      Claim back = table.draftAt(away.arrival(), owner, number, command.targets());
      Outcome outcome = acquire(back, command, true);
      if (!hasLostItsPlace(outcome)) {
        return outcome;
      }
    }
    Owner owner = session.owner(command.owner());
    Claim claim = table.draft(owner, number, command.targets(), null);
    return acquire(claim, command, away != null);
  }

  /**
   * Somebody for whom it would have to wait has come to wait behind its old place. At the end of
   * the queue it is in nobody's way.
   */
  private static boolean hasLostItsPlace(Outcome outcome) {
    return outcome instanceof Outcome.Deadlock
        || (outcome instanceof LimitReached reached && reached.limit() == Limit.DEADLOCK_STEPS);
  }

  /** What was away has passed the limits before. */
  private Outcome acquire(Claim claim, AcquireLock command, boolean wasAway) {
    Claim same = Blockers.sameHold(claim);
    if (same != null) {
      return refuse(claim, new Outcome.AlreadyHeld(same.hold().token()));
    }
    for (TargetClaim target : claim.targets) {
      if (!target.node.mixesWith(target.target.mode())) {
        Key key = target.target.key();
        Mode there = Standings.modeAt(target.node);
        Standing standing = Standings.at(key, target.node);
        return refuse(claim, new Outcome.KindMismatch(key, there, standing));
      }
    }
    if (!wasAway && table.heldTargets() + claim.targets.length > limits.holds()) {
      return refuse(claim, new LimitReached(Limit.HOLDS, limits.holds()));
    }
    if (!Blockers.findWitness(claim)) {
      boolean overtakes = overtakes(claim);
      table.grant(claim, command.value(), GrantCause.ASKED);
      table.settle();
      if (overtakes) {
        endHopelessWaits(claim.owner);
      }
      return new Outcome.Granted(claim.hold().token());
    }
    return waitOrRefuse(claim, command.value(), command.mayWait(), wasAway);
  }

  /** Whether a draft stands where it once arrived, and others behind it. */
  private boolean overtakes(Claim draft) {
    return draft.arrival() < journal.next() && Blockers.isAheadOfSomebody(draft);
  }

  private Outcome refuse(Claim draft, Outcome outcome) {
    draft.stopWatching();
    table.discard(draft);
    return outcome;
  }

  private Outcome waitOrRefuse(Claim claim, Value value, boolean mayWait, boolean wasAway) {
    if (!mayWait) {
      return refuse(claim, new Outcome.Busy(Standings.of(claim)));
    }
    LimitReached full = wasAway ? null : fullQueue(claim);
    if (full != null) {
      return refuse(claim, full);
    }
    Standing standing = Standings.of(claim);
    boolean overtakes = overtakes(claim);
    table.enterQueue(claim);
    DeadlockSearch.Verdict verdict =
        overtakes
            ? DeadlockSearch.search(claim.owner, limits.deadlockSteps())
            : DeadlockSearch.searchNewest(claim, limits.deadlockSteps());
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

  private @Nullable LimitReached fullQueue(Claim claim) {
    if (table.waitingTargets() + claim.targets.length > limits.waiters()) {
      return new LimitReached(Limit.WAITERS, limits.waiters());
    }
    if (claim.owner.waiting().size >= limits.waitersPerOwner()) {
      return new LimitReached(Limit.WAITERS_PER_OWNER, limits.waitersPerOwner());
    }
    for (TargetClaim target : claim.targets) {
      if (target.node.lookHere().waitingCount() >= limits.waitersPerKey()) {
        return new LimitReached(Limit.WAITERS_PER_KEY, limits.waitersPerKey());
      }
    }
    return null;
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

  NotHeldReason absence(long token) {
    return token > journal.revision() ? NotHeldReason.NEVER_GRANTED : NotHeldReason.NO_LONGER_HELD;
  }

  private Outcome release(Claim claim, long token) {
    end(claim, EndCause.RELEASED);
    return new Outcome.Released(token);
  }

  /** Ends one hold and grants what that frees. */
  void end(Claim claim, EndCause cause) {
    boolean uncovers = coversWaiting(claim);
    table.release(claim, cause);
    table.settle();
    if (uncovers) {
      endHopelessWaits(claim.owner);
    }
  }

  /** Whether a request of the same owner need not wait for something because of this hold. */
  private static boolean coversWaiting(Claim held) {
    for (Claim own = held.owner.waiting().first; own != null; own = own.nextOfOwner) {
      if (held.covers(own)) {
        return true;
      }
    }
    return false;
  }

  /**
   * An owner that gives up a hold may thereby uncover a part of what it waits for, and so begin to
   * wait for somebody who waits for it; and somebody who goes ahead of others, by an upgrade or
   * because it was away, may make one of them wait that it waits for itself. No request arrives at
   * that moment that could be refused, so the one that waits is ended; also, as when a request
   * arrives, if a deadlock cannot be ruled out within the limit.
   */
  private void endHopelessWaits(Owner owner) {
    while (owner.waiting().first != null) {
      DeadlockSearch.Verdict verdict = DeadlockSearch.search(owner, limits.deadlockSteps());
      if (verdict.live()) {
        return;
      }
      Claim stuck = verdict.stuck() == null ? owner.waiting().first : verdict.stuck();
      table.withdraw(stuck, EndCause.DEADLOCK);
      table.settle();
    }
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
      boolean uncovers = coversWaiting(held);
      table.downgrade(held, List.copyOf(converted));
      table.settle();
      if (uncovers) {
        endHopelessWaits(held.owner);
      }
      return new Outcome.Converted(token);
    }
    return upgrade(held, List.copyOf(converted), command);
  }

  private Outcome upgrade(Claim held, List<Target> exclusive, ConvertHold command) {
    Claim claim = table.draft(held.owner, command.request().number(), exclusive, held);
    if (Blockers.findWitness(claim)) {
      return waitOrRefuse(claim, held.hold().value(), command.mayWait(), false);
    }
    table.grantUpgrade(claim);
    table.settle();
    if (Standings.waitingAround(claim) > 0) {
      endHopelessWaits(held.owner);
    }
    return new Outcome.Converted(claim.hold().token());
  }

  private Outcome standAside(SessionEntry session, RequestId request) {
    Claim live = session.live(request.number());
    if (live != null && live.waiting != null && live.upgradeOf == null) {
      boolean hasRoom = session.awayCount() < limits.answersPerSession();
      if (hasRoom) {
        table.standAside(live);
      } else {
        table.withdraw(live, EndCause.WITHDRAWN);
      }
      table.settle();
      return new Outcome.Ended(0, hasRoom ? EndCause.AWAY : EndCause.WITHDRAWN);
    } else if (live != null) {
      return standingAnswer(live);
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
    if (table.endAway(session, request.number()) != null) {
      return ended(session, request, Answers.Kind.ACQUIRE);
    }
    Answers.Answer answer = session.answer(request.number());
    if (answer != null) {
      boolean fits =
          answer.kind() != Answers.Kind.RELEASE && answer.kind() != Answers.Kind.SET_VALUE;
      return fits ? stillTrue(answer) : new Outcome.RequestReused(request);
    }
    if (request.number() <= session.forgottenThrough()) {
      return new Outcome.RequestForgotten(request, session.forgottenThrough());
    }
    return ended(session, request, Answers.Kind.WITHDRAW);
  }

  private static Outcome ended(SessionEntry session, RequestId request, Answers.Kind kind) {
    Outcome outcome = new Outcome.Ended(0, EndCause.WITHDRAWN);
    session.remember(request.number(), kind, outcome);
    return outcome;
  }
}
