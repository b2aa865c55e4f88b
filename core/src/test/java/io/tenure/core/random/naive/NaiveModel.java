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
import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.check.Invariants;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lock state machine a second time, for comparison: two lists, scanned for everything. The only
 * thing it leaves open is which cycle a {@link Outcome.Deadlock} names; {@link #refused} shows the
 * picture in which the named one must be real.
 */
public final class NaiveModel {
  private Limits limits;

  /** Sessions that are over and have not lost everything yet, and why. */
  private final Map<SessionId, EndCause> ending = new LinkedHashMap<>();

  private final NaiveSessions sessions;
  private final NaiveLocks locks;
  private Picture refused = new Picture(List.of(), List.of());

  private boolean refusedNow;

  /** The answer to the current command, should it be a deadlock. */
  private Outcome cycle = new Outcome.Deadlock(List.of());

  public NaiveModel(Limits limits) {
    this.limits = limits;
    sessions = new NaiveSessions(limits);
    locks = new NaiveLocks(sessions);
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

  /** What the newest refusal for a deadlock saw, with the refused request in its place. */
  public Picture refused() {
    return refused;
  }

  /** Whether the newest command found a deadlock, rather than repeating one. */
  public boolean refusedNow() {
    return refusedNow;
  }

  /**
   * Executes the next command.
   *
   * @param said what the core answered: if both say deadlock, the cycle is the core's
   */
  public Applied apply(Command command, Outcome said) {
    cycle = said instanceof Outcome.Deadlock ? said : new Outcome.Deadlock(List.of());
    refusedNow = false;
    locks.events.clear();
    locks.grantable = limits.changesPerCommand();
    endMore();
    Outcome outcome = execute(command);
    locks.endHopelessWaits();
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
      return new Outcome.EndedMore(leftToEnd());
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
    Outcome over = new Outcome.SessionEnded(id, heldBy(id).size(), waitingOf(id).size());
    ending.put(id, cause);
    if (ending.size() == 1) {
      endMore();
    }
    return over;
  }

  /** Waiting requests before holds, by number, and the session that ended first before others. */
  private void endMore() {
    int room = limits.changesPerCommand();
    for (SessionId id : List.copyOf(ending.keySet())) {
      EndCause cause = ending.getOrDefault(id, EndCause.SESSION_CLOSED);
      List<WaitingRequest> withdrawn = waitingOf(id).stream().limit(room).toList();
      withdrawn.forEach(request -> locks.withdraw(request, cause));
      room -= withdrawn.size();
      List<Hold> released = heldBy(id).stream().limit(room).toList();
      released.forEach(hold -> locks.end(hold, cause));
      room -= released.size();
      if (room > 0 || (heldBy(id).isEmpty() && waitingOf(id).isEmpty())) {
        ending.remove(id);
      }
      if (room == 0) {
        break;
      }
    }
    locks.grantAll();
  }

  private List<Hold> heldBy(SessionId id) {
    return locks.holds.stream()
        .filter(hold -> hold.owner().session().equals(id))
        .sorted(Comparator.comparing(hold -> hold.request().number()))
        .toList();
  }

  private List<WaitingRequest> waitingOf(SessionId id) {
    return locks.waiting.stream()
        .filter(request -> request.owner().session().equals(id))
        .sorted(Comparator.comparing(request -> request.request().number()))
        .toList();
  }

  private int leftToEnd() {
    return ending.keySet().stream().mapToInt(id -> heldBy(id).size() + waitingOf(id).size()).sum();
  }

  /** Sessions that are over and have not lost everything yet. */
  public List<SessionId> ending() {
    return List.copyOf(ending.keySet());
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
      return standAside(aside);
    }
    if (command instanceof WithdrawRequest withdraw) {
      Optional<Outcome> live = withdrawLive(withdraw);
      if (live.isPresent()) {
        return live.get();
      }
    }
    Optional<Outcome> known = known(session.get(), command);
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

  private Optional<Outcome> known(NaiveSession session, Command.Numbered command) {
    RequestId request = command.request();
    Outcome reused = new Outcome.RequestReused(request);
    for (Hold hold : locks.holds) {
      if (hold.request().equals(request)) {
        boolean same =
            locks.asked(hold).equals(NaiveCall.of(command))
                || NaiveCall.of(hold).equals(NaiveCall.of(command));
        return Optional.of(same ? new Outcome.Granted(hold.token()) : reused);
      }
    }
    for (WaitingRequest queued : locks.waiting) {
      if (queued.request().equals(request)) {
        boolean same =
            queued.isUpgrade()
                ? NaiveCall.of(queued).equals(NaiveCall.of(command))
                : isSame(command, queued);
        return Optional.of(
            same ? new Outcome.Queued(queued.arrival(), locks.picture().standing(queued)) : reused);
      }
    }
    Optional<WaitingRequest> away = away(request);
    if (away.isPresent()) {
      return isSame(command, away.get()) ? Optional.empty() : Optional.of(reused);
    }
    Optional<NaiveSession.Answer> answer = session.answer(request.number());
    if (answer.isPresent()) {
      boolean same = answer.get().call().fits(NaiveCall.of(command));
      return Optional.of(same ? stillTrue(answer.get().outcome()) : reused);
    }
    return request.number() <= session.forgottenThrough
        ? Optional.of(new Outcome.RequestForgotten(request, session.forgottenThrough))
        : Optional.empty();
  }

  /** What was said of a hold that has ended since is not said again. */
  private Outcome stillTrue(Outcome answer) {
    long token = 0;
    if (answer instanceof Outcome.AlreadyHeld held) {
      token = held.token();
    } else if (answer instanceof Outcome.Converted converted) {
      token = converted.token();
    }
    return token == 0 || locks.hold(token).isPresent()
        ? answer
        : new Outcome.NotHeld(token, NotHeldReason.NO_LONGER_HELD);
  }

  /** Everything is compared, since what waits cannot be changed. */
  private static boolean isSame(Command.Numbered command, WaitingRequest waiting) {
    return command instanceof AcquireLock acquire
        && acquire.owner().equals(waiting.owner().label())
        && acquire.party().equals(waiting.party())
        && acquire.targets().equals(waiting.targets())
        && acquire.value().equals(waiting.value());
  }

  private Optional<WaitingRequest> away(RequestId request) {
    return locks.away.stream().filter(away -> away.request().equals(request)).findFirst();
  }

  private long awayOf(SessionId session) {
    return locks.away.stream().filter(away -> away.request().session().equals(session)).count();
  }

  private Outcome standAside(StandAside command) {
    for (Hold hold : locks.holds) {
      if (hold.request().equals(command.request())) {
        return new Outcome.Granted(hold.token());
      }
    }
    for (WaitingRequest queued : List.copyOf(locks.waiting)) {
      if (queued.request().equals(command.request())) {
        if (queued.isUpgrade()) {
          return new Outcome.Queued(queued.arrival(), locks.picture().standing(queued));
        }
        if (awayOf(queued.request().session()) >= limits.answersPerSession()) {
          locks.withdraw(queued, EndCause.WITHDRAWN);
          locks.grantAll();
          return new Outcome.Ended(0, EndCause.WITHDRAWN);
        }
        locks.standAside(queued);
      }
    }
    return new Outcome.Ended(0, EndCause.AWAY);
  }

  private Optional<Outcome> withdrawLive(WithdrawRequest command) {
    Optional<WaitingRequest> away = away(command.request());
    if (away.isPresent()) {
      locks.away.remove(away.get());
      Outcome ended = new Outcome.Ended(0, EndCause.WITHDRAWN);
      sessions.remember(command.request(), NaiveCall.of(away.get()), ended);
      return Optional.of(ended);
    }
    for (Hold hold : List.copyOf(locks.holds)) {
      if (hold.request().equals(command.request())) {
        if (!command.giveBack()) {
          return Optional.of(new Outcome.Granted(hold.token()));
        }
        locks.endAndSettle(hold, EndCause.WITHDRAWN);
        return Optional.of(new Outcome.Ended(hold.token(), EndCause.WITHDRAWN));
      }
    }
    for (WaitingRequest queued : List.copyOf(locks.waiting)) {
      if (queued.request().equals(command.request())) {
        locks.withdraw(queued, EndCause.WITHDRAWN);
        locks.grantAll();
        return Optional.of(new Outcome.Ended(0, EndCause.WITHDRAWN));
      }
    }
    return Optional.empty();
  }

  private Outcome acquire(AcquireLock command) {
    Optional<WaitingRequest> away = away(command.request());
    if (away.isPresent()) {
      locks.away.remove(away.get());
      Outcome back = acquireAt(away.get().arrival(), command, true);
      if (!(back instanceof Outcome.Deadlock)) {
        return back;
      }
    }
    return acquireAt(locks.revision + 1, command, away.isPresent());
  }

  private Outcome acquireAt(long arrival, AcquireLock command, boolean wasAway) {
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
    Optional<Outcome> full = wasAway ? Optional.empty() : noRoomToHold(request);
    if (full.isPresent()) {
      return full.get();
    }
    if (locks.picture().isGrantable(request)) {
      if (wasAway) {
        locks.suspect(Picture.party(request));
      }
      long token = locks.grant(request, GrantCause.ASKED);
      locks.grantAll();
      return new Outcome.Granted(token);
    }
    return queue(request, command.mayWait(), wasAway);
  }

  /** Those who were away were let wait before. */
  private Outcome queue(WaitingRequest request, boolean mayWait, boolean wasAway) {
    if (!mayWait) {
      return new Outcome.Busy(locks.picture().standing(request));
    }
    Optional<Outcome> full = wasAway ? Optional.empty() : fullQueue(request);
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

  private Optional<Outcome> noRoomToHold(WaitingRequest request) {
    int more = request.targets().size();
    long held = locks.holds.stream().mapToLong(hold -> hold.targets().size()).sum();
    if (held + more > limits.holds()) {
      return Optional.of(new Outcome.LimitReached(Limit.HOLDS, limits.holds()));
    }
    long own =
        locks.holds.stream()
            .filter(hold -> hold.owner().equals(request.owner()))
            .mapToLong(hold -> hold.targets().size())
            .sum();
    if (own + more > limits.holdsPerOwner()) {
      return Optional.of(new Outcome.LimitReached(Limit.HOLDS_PER_OWNER, limits.holdsPerOwner()));
    }
    Hold granted =
        new Hold(
            1,
            request.owner(),
            request.party(),
            request.request(),
            request.targets(),
            request.value());
    return heldBytes(locks.picture().withWaiting(request)) + Footprint.of(granted)
            > limits.heldBytes()
        ? Optional.of(new Outcome.LimitReached(Limit.HELD_BYTES, limits.heldBytes()))
        : Optional.empty();
  }

  /** The keys of what waits have nodes, too. */
  private static long heldBytes(Picture picture) {
    return picture.holds().stream().mapToLong(Footprint::of).sum()
        + Invariants.prefixes(picture).size() * Footprint.NODE;
  }

  private Optional<Outcome> fullQueue(WaitingRequest request) {
    long waiting =
        Stream.concat(locks.waiting.stream(), locks.away.stream())
            .mapToLong(other -> other.targets().size())
            .sum();
    if (waiting + request.targets().size() > limits.waiters()) {
      return Optional.of(new Outcome.LimitReached(Limit.WAITERS, limits.waiters()));
    }
    long bytes =
        Stream.concat(locks.waiting.stream(), locks.away.stream()).mapToLong(Footprint::of).sum();
    if (bytes + Footprint.of(request) > limits.waitingBytes()) {
      return Optional.of(new Outcome.LimitReached(Limit.WAITING_BYTES, limits.waitingBytes()));
    }
    long own =
        locks.waiting.stream().filter(other -> other.owner().equals(request.owner())).count();
    if (own >= limits.waitersPerOwner()) {
      return Optional.of(
          new Outcome.LimitReached(Limit.WAITERS_PER_OWNER, limits.waitersPerOwner()));
    }
    OwnerId party = Picture.party(request);
    if (locks.waiting.stream().filter(other -> Picture.party(other).equals(party)).count()
        >= limits.waitersPerOwner()) {
      return Optional.of(
          new Outcome.LimitReached(Limit.WAITERS_PER_PARTY, limits.waitersPerOwner()));
    }
    for (Target target : request.targets()) {
      if (locks.picture().waitingAt(target).size() >= limits.waitersPerKey()) {
        return Optional.of(new Outcome.LimitReached(Limit.WAITERS_PER_KEY, limits.waitersPerKey()));
      }
    }
    return Optional.empty();
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
    if (growth > 0 && heldBytes(locks.picture()) + growth > limits.heldBytes()) {
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
