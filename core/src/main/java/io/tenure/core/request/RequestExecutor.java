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
import org.jspecify.annotations.Nullable;

/** Executes the commands that a session numbers, each number once. */
public final class RequestExecutor {
  private Limits limits;
  private CapacityCheck capacity;
  private final EventJournal journal;
  private final LockTable table;

  public RequestExecutor(Limits limits, EventJournal journal, LockTable table) {
    this.limits = limits;
    this.capacity = new CapacityCheck(limits, table);
    this.journal = journal;
    this.table = table;
  }

  public void set(Limits changed) {
    limits = changed;
    capacity = new CapacityCheck(changed, table);
  }

  public Outcome apply(SessionEntry session, Numbered command) {
    session.forgetThrough(command.acknowledged());
    table.endAwayThrough(session, command.acknowledged());
    if (command instanceof WithdrawRequest withdraw) {
      return withdraw(session, withdraw);
    } else if (command instanceof StandAside aside) {
      return standAside(session, aside.request());
    }
    RequestFingerprint call = RequestFingerprint.of(command);
    Outcome known = recall(session, command, call);
    if (known != null) {
      return known;
    }
    Outcome outcome = execute(session, command);
    boolean lives = outcome instanceof Outcome.Granted || outcome instanceof Outcome.Queued;
    if (!lives) {
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
    }
    SetValue set = (SetValue) command;
    return withHold(session, set.token(), claim -> setValue(claim, set.value()));
  }

  private Outcome setValue(Claim claim, Value value) {
    LimitReached full = capacity.refusesToSet(claim, value);
    if (full != null) {
      return full;
    }
    table.setValue(claim, value);
    return new Outcome.ValueSet(claim.hold().token());
  }

  /** The answer that the number has already, or null if it is new or its client is back. */
  private @Nullable Outcome recall(
      SessionEntry session, Numbered command, RequestFingerprint call) {
    RequestId request = command.request();
    Claim live = session.live(request.number());
    if (live != null) {
      return asksAgain(command, live) ? standingAnswer(live) : new Outcome.RequestReused(request);
    }
    WaitingRequest away = session.away(request.number());
    if (away != null) {
      return isSame(command, away) ? null : new Outcome.RequestReused(request);
    }
    RememberedAnswers.Answer answer = session.answer(request.number());
    if (answer != null) {
      return answer.call().answers(call) ? stillTrue(answer) : new Outcome.RequestReused(request);
    }
    return request.number() <= session.forgottenThrough()
        ? new Outcome.RequestForgotten(request, session.forgottenThrough())
        : null;
  }

  /** What was said of a hold that has ended since must not be said again. */
  private Outcome stillTrue(RememberedAnswers.Answer answer) {
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

  /**
   * Of a request that waits everything is compared. A hold that was converted since may be asked
   * for as it was, or as it is now; its value may have been changed.
   */
  private static boolean asksAgain(Numbered command, Claim live) {
    if (live.upgradeOf != null) {
      return RequestFingerprint.of(live).answers(RequestFingerprint.of(command));
    }
    if (live.waiting != null) {
      return isSame(command, live.waiting());
    }
    boolean asksForWhatIsThere =
        command instanceof AcquireLock acquire
            && acquire.owner().equals(live.owner.id.label())
            && acquire.targets().equals(live.wanted);
    RequestFingerprint asked = live.owner.session.callBeforeConversion(live.number);
    return asksForWhatIsThere || (asked != null && asked.answers(RequestFingerprint.of(command)));
  }

  /**
   * Whether a command is the one that waits or stands aside. Everything that takes memory is
   * compared: a request that comes back is not measured against the limits again.
   */
  private static boolean isSame(Numbered command, WaitingRequest waiting) {
    return command instanceof AcquireLock acquire
        && acquire.owner().equals(waiting.owner().label())
        && acquire.party().equals(waiting.party())
        && acquire.targets().equals(waiting.targets())
        && acquire.value().equals(waiting.value());
  }

  private static Outcome standingAnswer(Claim live) {
    return live.waiting == null
        ? new Outcome.Granted(live.hold().token())
        : new Outcome.Queued(live.waiting().arrival(), BusyReport.of(live));
  }

  private Outcome acquire(SessionEntry session, AcquireLock command) {
    long number = command.request().number();
    WaitingRequest away = table.endAway(session, number);
    if (away != null) {
      Claim back = table.draftAt(away.arrival(), session, command);
      Outcome outcome = acquire(back, command, true);
      if (!hasLostItsPlace(outcome)) {
        return outcome;
      }
    }
    return acquire(table.draft(session, command), command, away != null);
  }

  /**
   * Somebody for whom it would have to wait has come to wait behind its old place. At the end of
   * the queue it is in nobody's way.
   */
  private static boolean hasLostItsPlace(Outcome outcome) {
    return outcome instanceof Outcome.Deadlock
        || (outcome instanceof LimitReached reached && reached.limit() == Limit.DEADLOCK_STEPS);
  }

  /** What was away has passed the limits before, and has not changed since. */
  private Outcome acquire(Claim claim, AcquireLock command, boolean wasAway) {
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
    LimitReached full = wasAway ? null : capacity.refusesToHold(claim, command.value());
    if (full != null) {
      return refuse(claim, full);
    }
    if (!GrantRule.findWitness(claim)) {
      if (overtakes(claim)) {
        table.suspect(claim.party);
      }
      table.grant(claim, command.value(), GrantCause.ASKED);
      table.settle();
      return new Outcome.Granted(claim.hold().token());
    }
    return waitOrRefuse(claim, command.value(), command.mayWait(), wasAway);
  }

  /** Whether a draft stands where it once arrived, and others behind it. */
  private boolean overtakes(Claim draft) {
    return draft.arrival() < journal.next() && GrantRule.isAheadOfSomebody(draft);
  }

  private Outcome refuse(Claim draft, Outcome outcome) {
    draft.stopWatching();
    table.discard(draft);
    return outcome;
  }

  private Outcome waitOrRefuse(Claim claim, Value value, boolean mayWait, boolean wasAway) {
    if (!mayWait) {
      return refuse(claim, new Outcome.Busy(BusyReport.of(claim)));
    }
    LimitReached full = wasAway ? null : capacity.refusesToQueue(claim, value);
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

  /** Ends one hold and grants what that frees. */
  public void end(Claim claim, EndCause cause) {
    table.release(claim, cause);
    table.settle();
  }

  /**
   * Ends the waits that the command has made hopeless. A hold that is given up may uncover a part
   * of what its owner waits for, so that a party begins to wait for somebody who waits for it; so
   * may a claim that goes ahead of others, or a hold of an owner with several parties. No request
   * arrives at that moment that could be refused, so the one that waits is ended.
   *
   * <p>The searches of one command share the steps of one search, in equal parts; what one of them
   * leaves is for the others. A party for which they do not suffice goes on waiting: unlike a
   * request that arrives, it may have waited for long, and would be ended for what others do. If it
   * is deadlocked nevertheless, every later request of a party in that cycle is refused for it.
   */
  public void endHopelessWaits() {
    int parties = table.countSuspects();
    int left = limits.deadlockSteps();
    while (parties > 0 && left > 0) {
      Owner party = table.nextSuspect();
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
        table.suspect(party);
      }
    }
    table.clearSuspects();
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
      table.suspect(held.party);
    }
    table.settle();
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
    WaitingRequest away = table.endAway(session, request.number());
    if (away != null) {
      return ended(session, request, RequestFingerprint.of(away));
    }
    RememberedAnswers.Answer answer = session.answer(request.number());
    if (answer != null) {
      RequestFingerprint.Kind kind = answer.call().kind();
      boolean fits =
          kind != RequestFingerprint.Kind.RELEASE && kind != RequestFingerprint.Kind.SET_VALUE;
      return fits ? stillTrue(answer) : new Outcome.RequestReused(request);
    }
    if (request.number() <= session.forgottenThrough()) {
      return new Outcome.RequestForgotten(request, session.forgottenThrough());
    }
    return ended(session, request, RequestFingerprint.WITHDRAW);
  }

  private static Outcome ended(SessionEntry session, RequestId request, RequestFingerprint call) {
    Outcome outcome = new Outcome.Ended(0, EndCause.WITHDRAWN);
    session.remember(request.number(), call, outcome);
    return outcome;
  }
}
