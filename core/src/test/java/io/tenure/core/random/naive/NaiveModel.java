package io.tenure.core.random.naive;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A second, naive implementation of the lock state machine for comparison: two lists that are
 * scanned for everything. It does not determine which cycle a {@link Outcome.Deadlock} names;
 * {@link #refused} returns the state in which the named cycle must exist.
 */
public final class NaiveModel {
  private Limits limits;

  private final NaiveSessions sessions;
  private final NaiveLocks locks;
  private final NaiveEndings endings;
  private Picture refused = new Picture(List.of(), List.of());

  private boolean refusedNow;

  /** The answer to the current command if it is a deadlock. */
  private Outcome cycle = new Outcome.Deadlock(List.of());

  public NaiveModel(Limits limits) {
    this.limits = limits;
    sessions = new NaiveSessions(limits);
    locks = new NaiveLocks(sessions);
    endings = new NaiveEndings(locks);
  }

  public long revision() {
    return locks.revision;
  }

  public List<Session> sessions() {
    return sessions.all.stream().map(live -> live.session).toList();
  }

  public List<Hold> holds() {
    return locks.holds.stream().sorted(Comparator.comparing(Hold::token)).toList();
  }

  public List<WaitingRequest> waiting() {
    return List.copyOf(locks.waiting);
  }

  public List<WaitingRequest> away() {
    return List.copyOf(locks.away);
  }

  /** The state at the newest refusal because of a deadlock, including the refused request. */
  public Picture refused() {
    return refused;
  }

  /** Whether the newest command found a deadlock; false if it repeated an earlier answer. */
  public boolean refusedNow() {
    return refusedNow;
  }

  /**
   * Executes the next command.
   *
   * @param said the core's answer; if both answer deadlock, its cycle is used
   */
  public Applied apply(Command command, Outcome said) {
    cycle = said instanceof Outcome.Deadlock ? said : new Outcome.Deadlock(List.of());
    refusedNow = false;
    locks.events.clear();
    locks.grantable = limits.changesPerCommand();
    endings.endMore(limits.changesPerCommand());
    Outcome outcome = execute(command);
    locks.endDeadlockedWaits();
    return new Applied(outcome, List.copyOf(locks.events));
  }

  private Outcome execute(Command command) {
    if (command instanceof Command.OpenSession open) {
      return sessions.open(open);
    } else if (command instanceof Command.CloseSession close) {
      return endSession(close.session(), EndCause.SESSION_CLOSED);
    } else if (command instanceof Command.ExpireSession expire) {
      return endSession(expire.session(), EndCause.SESSION_EXPIRED);
    } else if (command instanceof Command.RevokeHold revoke) {
      return revoke(revoke);
    } else if (command instanceof Command.RaiseRevision raise) {
      return raiseRevision(raise.above());
    } else if (command instanceof Command.SetLimits set) {
      limits = set.limits();
      sessions.set(limits);
      return new Outcome.LimitsSet(limits);
    } else if (command instanceof Command.EndMore) {
      return new Outcome.EndedMore(endings.left());
    } else if (command instanceof Command.CompareState) {
      return new Outcome.StateCompared();
    }
    return numbered((Command.Numbered) command);
  }

  private Outcome endSession(SessionId id, EndCause cause) {
    Optional<NaiveSession> ended = sessions.find(id);
    if (ended.isEmpty()) {
      return new Outcome.SessionUnknown(id);
    }
    sessions.all.remove(ended.get());
    locks.away.removeIf(away -> away.owner().session().equals(id));
    Outcome over =
        new Outcome.SessionEnded(id, endings.heldBy(id).size(), endings.waitingOf(id).size());
    endings.add(id, cause);
    if (endings.ids().size() == 1) {
      endings.endMore(limits.changesPerCommand());
    }
    return over;
  }

  /** Ended sessions that still have holds or waiting requests. */
  public List<SessionId> ending() {
    return endings.ids();
  }

  private Outcome revoke(Command.RevokeHold command) {
    Optional<Hold> hold = locks.hold(command.token());
    if (hold.isEmpty()) {
      return notHeld(command.token());
    }
    if (hold.get().targets().stream().noneMatch(target -> target.key().equals(command.key()))) {
      return new Outcome.NotHeld(command.token(), NotHeldReason.OTHER_KEY);
    }
    locks.endAndSettle(hold.get(), EndCause.REVOKED);
    return new Outcome.Revoked(hold.get());
  }

  private Outcome raiseRevision(long above) {
    long steps = Math.max(locks.revision, above) / Limits.REVISION_STEP + 1;
    long raised = steps * Limits.REVISION_STEP;
    if (raised > Limits.MAX_REVISION - Limits.REVISION_STEP + 1) {
      return new Outcome.LimitReached(Limit.REVISIONS, Limits.MAX_REVISION);
    }
    locks.revision = raised;
    sessions.next = Math.max(sessions.next, raised + 1);
    return new Outcome.RevisionRaised(raised);
  }

  private Outcome numbered(Command.Numbered command) {
    Optional<NaiveSession> session = sessions.find(command.request().session());
    if (session.isEmpty()) {
      return new Outcome.SessionUnknown(command.request().session());
    }
    session.get().forgetThrough(command.acknowledged());
    locks.away.removeIf(
        away ->
            away.request().session().equals(command.request().session())
                && away.request().number() <= command.acknowledged());
    if (command instanceof StandAside aside) {
      return withdrawals().standAside(aside);
    }
    if (command instanceof WithdrawRequest withdraw) {
      Optional<Outcome> live = withdrawals().withdrawLive(withdraw);
      if (live.isPresent()) {
        return live.get();
      }
    }
    Optional<Outcome> known = new NaiveAnswers(locks).known(session.get(), command);
    if (known.isPresent()) {
      return known.get();
    }
    Outcome outcome = executeNumbered(command);
    if (!(outcome instanceof Outcome.Granted) && !(outcome instanceof Outcome.Queued)) {
      sessions.remember(command.request(), NaiveCall.of(command), outcome);
    }
    return outcome;
  }

  private Outcome executeNumbered(Command.Numbered command) {
    if (command instanceof AcquireLock acquire) {
      return acquire(acquire);
    } else if (command instanceof ConvertHold convert) {
      return convert(convert);
    } else if (command instanceof ReleaseLock release) {
      return release(release);
    } else if (command instanceof SetValue set) {
      return setValue(set);
    }
    return new Outcome.Ended(0, EndCause.WITHDRAWN);
  }

  private Outcome acquire(AcquireLock command) {
    Optional<WaitingRequest> away = locks.away(command.request());
    if (away.isPresent()) {
      locks.away.remove(away.get());
      Outcome back = acquireAt(away.get().arrival(), command, true);
      if (!(back instanceof Outcome.Deadlock)) {
        return back;
      }
    }
    return acquireAt(locks.revision + 1, command, away.isPresent());
  }

  private Outcome acquireAt(long arrival, AcquireLock command, boolean wasSuspended) {
    OwnerId owner = new OwnerId(command.request().session(), command.owner());
    Optional<Hold> same =
        holds().stream()
            .filter(hold -> hold.owner().equals(owner) && hold.targets().equals(command.targets()))
            .reduce((older, newer) -> newer);
    if (same.isPresent()) {
      return new Outcome.AlreadyHeld(same.get().token());
    }
    for (Target target : command.targets()) {
      Optional<Outcome> mismatch = locks.picture().mismatch(target);
      if (mismatch.isPresent()) {
        return mismatch.get();
      }
    }
    WaitingRequest request =
        new WaitingRequest(
            arrival,
            owner,
            command.party(),
            command.request(),
            command.targets(),
            command.value(),
            WaitingRequest.NO_HOLD);
    Optional<Outcome> full = wasSuspended ? Optional.empty() : capacity().noRoomToHold(request);
    if (full.isPresent()) {
      return full.get();
    }
    if (locks.picture().isGrantable(request)) {
      if (wasSuspended) {
        locks.suspect(Picture.party(request));
      }
      long token = locks.grant(request, GrantCause.ASKED);
      locks.grantAll();
      return new Outcome.Granted(token);
    }
    return queue(request, command.mayWait(), wasSuspended);
  }

  /** A suspended request has passed the limits before. */
  private Outcome queue(WaitingRequest request, boolean mayWait, boolean wasSuspended) {
    if (!mayWait) {
      return new Outcome.Busy(locks.picture().standing(request));
    }
    Optional<Outcome> full = wasSuspended ? Optional.empty() : capacity().fullQueue(request);
    if (full.isPresent()) {
      return full.get();
    }
    Picture imagined = locks.picture().withWaiting(request);
    if (imagined.stuck().contains(Picture.party(request))) {
      refused = imagined;
      refusedNow = true;
      return cycle;
    }
    Outcome.Standing standing = locks.picture().standing(request);
    locks.queue(request);
    return new Outcome.Queued(request.arrival(), standing);
  }

  private NaiveWithdrawals withdrawals() {
    return new NaiveWithdrawals(limits, sessions, locks);
  }

  private NaiveCapacity capacity() {
    return new NaiveCapacity(limits, locks);
  }

  private Outcome convert(ConvertHold command) {
    Optional<Outcome> notHeld = notHeldBy(command.request().session(), command.token());
    if (notHeld.isPresent()) {
      return notHeld.get();
    }
    Hold hold = locks.hold(command.token()).orElseThrow();
    if (hold.targets().stream().anyMatch(Picture::isPermit)) {
      return new Outcome.NotConvertible(hold.token(), NotConvertibleReason.SEMAPHORE);
    }
    if (locks.waiting.stream().anyMatch(request -> request.upgradeOf() == hold.token())) {
      return new Outcome.NotConvertible(hold.token(), NotConvertibleReason.UPGRADE_WAITS);
    }
    if (hold.targets().stream().allMatch(target -> target.mode().equals(command.mode()))) {
      return new Outcome.Converted(hold.token());
    }
    List<Target> converted = in(command.mode(), hold.targets());
    if (command.mode().equals(Mode.SHARED)) {
      Hold shared =
          new Hold(
              hold.token(), hold.owner(), hold.party(), hold.request(), converted, hold.value());
      locks.downgrade(hold, shared);
      return new Outcome.Converted(hold.token());
    }
    WaitingRequest upgrade =
        new WaitingRequest(
            locks.revision + 1,
            hold.owner(),
            hold.party(),
            command.request(),
            converted,
            hold.value(),
            hold.token());
    if (locks.picture().isGrantable(upgrade)) {
      locks.suspect(Picture.party(hold));
      long token = locks.upgrade(upgrade);
      locks.grantAll();
      return new Outcome.Converted(token);
    }
    return queue(upgrade, command.mayWait(), false);
  }

  private static List<Target> in(Mode mode, List<Target> targets) {
    return targets.stream().map(each -> new Target(each.key(), mode, each.scope())).toList();
  }

  private Outcome release(ReleaseLock command) {
    Optional<Outcome> notHeld = notHeldBy(command.request().session(), command.token());
    if (notHeld.isEmpty()) {
      locks.endAndSettle(locks.hold(command.token()).orElseThrow(), EndCause.RELEASED);
    }
    return notHeld.orElse(new Outcome.Released(command.token()));
  }

  private Outcome setValue(SetValue command) {
    Optional<Outcome> notHeld = notHeldBy(command.request().session(), command.token());
    if (notHeld.isPresent()) {
      return notHeld.get();
    }
    Hold old = locks.hold(command.token()).orElseThrow();
    int growth = command.value().size() - old.value().size();
    if (growth > 0 && NaiveCapacity.heldBytes(locks.picture()) + growth > limits.heldBytes()) {
      return new Outcome.LimitReached(Limit.HELD_BYTES, limits.heldBytes());
    }
    Hold changed =
        new Hold(
            old.token(), old.owner(), old.party(), old.request(), old.targets(), command.value());
    locks.changeValue(old, changed);
    return new Outcome.ValueSet(command.token());
  }

  private Optional<Outcome> notHeldBy(SessionId session, long token) {
    Optional<Hold> hold = locks.hold(token);
    if (hold.isEmpty()) {
      return Optional.of(notHeld(token));
    }
    return hold.get().owner().session().equals(session)
        ? Optional.empty()
        : Optional.of(new Outcome.NotHeld(token, NotHeldReason.FOREIGN));
  }

  private Outcome notHeld(long token) {
    return new Outcome.NotHeld(
        token, token > locks.revision ? NotHeldReason.NEVER_GRANTED : NotHeldReason.NO_LONGER_HELD);
  }
}
