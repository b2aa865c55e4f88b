package io.tenure.core.random;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.NaiveModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Turns the steps of a script into commands that fit the model's present state. A step that is not
 * possible (release without a hold) becomes an acquire, or an opened session if there is none.
 */
final class ScriptWriter {
  private final Profile profile;
  private final NaiveModel model;
  private final Numbers numbers;
  private final SentCommands sent = new SentCommands();
  private final WaitRelations relations;
  private final List<Command.OpenSession> opened = new ArrayList<>();
  private final List<SessionId> known = new ArrayList<>(List.of(new SessionId(77)));
  private final List<Long> tokens = new ArrayList<>();
  private SplittableRandom random = new SplittableRandom(0);
  private TargetChooser chooser;

  ScriptWriter(Profile profile, NaiveModel model) {
    this.profile = profile;
    this.model = model;
    relations = new WaitRelations(model);
    numbers = new Numbers(profile.habits().acknowledge());
    chooser = new TargetChooser(profile, model, random);
  }

  Command write(Script.Intention intention) {
    random = new SplittableRandom(intention.bits());
    chooser = new TargetChooser(profile, model, random);
    Command command = model.sessions().isEmpty() ? open() : fulfil(intention.wish());
    if (command instanceof Command.Numbered numbered) {
      sent.add(numbered);
    } else if (command instanceof Command.OpenSession open) {
      opened.add(open);
    }
    return command;
  }

  /** Remembers tokens, sessions and requests, so that later commands can refer to ended ones. */
  void observe(List<Event> events) {
    for (Event event : events) {
      sent.observe(event);
      if (event instanceof Event.Granted granted) {
        tokens.add(granted.revision());
      }
    }
    model.sessions().stream()
        .map(session -> session.id())
        .filter(id -> !known.contains(id))
        .forEach(known::add);
  }

  private Command fulfil(StepGoal wish) {
    return switch (wish) {
      case OPEN ->
          model.sessions().size() < profile.habits().sessions() || chance(15) ? open() : acquire();
      case REOPEN -> reopen();
      case CLOSE -> new Command.CloseSession(session());
      case EXPIRE -> new Command.ExpireSession(session());
      case ACQUIRE -> acquire();
      case ACQUIRE_MEETING -> acquire(owner(), chooser.meeting());
      case ACQUIRE_COVERED -> acquireCovered();
      case ACQUIRE_HELD -> withHold(hold -> acquire(hold.owner(), hold.targets()));
      case ACQUIRE_CROSSING -> crossing();
      case TELL -> tell();
      case UPGRADE -> convert(Mode.EXCLUSIVE);
      case DOWNGRADE -> convert(Mode.SHARED);
      case RELEASE -> withHold(hold -> release(hold.owner().session(), hold.token()));
      case RELEASE_AWAITED -> releaseAwaited();
      case RELEASE_COVERING -> releaseCovering();
      case RELEASE_WRONG -> release(session(), anyToken());
      case WITHDRAW -> withdraw();
      case WITHDRAW_ANY -> withdrawAny();
      case STAND_ASIDE -> standAside();
      case COME_BACK -> comeBack();
      case SET_VALUE -> withHold(hold -> setValue(upgrading().orElse(hold)));
      case REVOKE -> withHold(this::revoke);
      case RAISE -> new Command.RaiseRevision(Numbers.above(model.revision(), random));
      case SET_LIMITS -> new Command.SetLimits(profile.limits(random));
      case END_MORE -> new Command.EndMore();
      case COMPARE_STATE -> new Command.CompareState();
      case REPEAT -> repeat();
      case REUSE -> reuse();
    };
  }

  private Command open() {
    return new Command.OpenSession(opened.size() + 1, 1_000 + random.nextInt(9_000), "client");
  }

  private Command reopen() {
    if (opened.isEmpty()) {
      return open();
    }
    return new Command.OpenSession(pick(opened).nonce(), 1_000 + random.nextInt(9_000), "again");
  }

  private AcquireLock acquire() {
    return acquire(owner(), chooser.any());
  }

  private AcquireLock acquire(OwnerId owner, List<Target> targets) {
    RequestId request = request(owner.session());
    boolean fresh = isFresh(owner.label()) || chance(profile.habits().fresh());
    return new AcquireLock(
        request,
        acknowledge(request),
        fresh ? "" : owner.label(),
        party(fresh ? "" : owner.label()),
        targets,
        chance(85),
        value());
  }

  /** Mostly the owner itself, where owners have names. */
  private String party(String owner) {
    return chance(owner.isEmpty() ? 60 : profile.habits().otherParty())
        ? pick(profile.labels())
        : "";
  }

  private static boolean isFresh(String label) {
    return label.startsWith(OwnerId.FRESH);
  }

  /** Mostly by an owner that others wait for, so that giving up the cover has consequences. */
  private Command acquireCovered() {
    List<Hold> awaited = relations.awaited();
    return awaited.isEmpty() || chance(30)
        ? withHold(this::acquireCovered)
        : acquireCovered(pick(awaited));
  }

  private Command acquireCovered(Hold hold) {
    return acquire(hold.owner(), chooser.coveredBy(hold));
  }

  private Command tell() {
    SubtreeOverSemaphoreStory.Step step = new SubtreeOverSemaphoreStory(model).next(owner());
    return step.token() > 0
        ? release(step.owner().session(), step.token())
        : acquire(step.owner(), step.targets());
  }

  private AcquireLock crossing() {
    if (model.waiting().isEmpty()) {
      return acquire(owner(), chooser.meeting());
    }
    WaitingRequest waits = pick(model.waiting());
    List<OwnerId> blockers = relations.blockers(waits);
    List<Hold> has =
        model.holds().stream().filter(hold -> hold.owner().equals(waits.owner())).toList();
    if (blockers.isEmpty() || has.isEmpty()) {
      return acquire(owner(), chooser.meeting());
    }
    return acquire(pick(blockers), chooser.meeting(pick(has).targets()));
  }

  private Command.Numbered convert(Mode mode) {
    List<Hold> fitting =
        model.holds().stream()
            .filter(hold -> hold.targets().stream().anyMatch(held -> !held.mode().equals(mode)))
            .toList();
    if (fitting.isEmpty()) {
      return acquire();
    }
    List<Hold> waiters =
        fitting.stream()
            .filter(
                hold ->
                    model.waiting().stream().anyMatch(waits -> waits.owner().equals(hold.owner())))
            .toList();
    Hold hold = pick(waiters.isEmpty() || chance(50) ? fitting : waiters);
    boolean wrong = chance(8);
    RequestId request = request(wrong ? session() : hold.owner().session());
    long token = wrong ? anyToken() : hold.token();
    return new ConvertHold(request, acknowledge(request), token, mode, chance(85));
  }

  private Command.Numbered release(SessionId session, long token) {
    RequestId request = request(session);
    return new ReleaseLock(request, acknowledge(request), token);
  }

  private Command releaseAwaited() {
    List<Hold> awaited = relations.awaited();
    if (awaited.isEmpty()) {
      return acquire(owner(), chooser.meeting());
    }
    Hold hold = pick(awaited);
    return release(hold.owner().session(), hold.token());
  }

  /** Ends the cover, or makes it weaker. */
  private Command releaseCovering() {
    List<Hold> covering = relations.covering();
    if (covering.isEmpty()) {
      return acquire(owner(), chooser.meeting());
    }
    Hold hold = pick(covering);
    RequestId request = request(hold.owner().session());
    return chance(70)
        ? new ReleaseLock(request, acknowledge(request), hold.token())
        : new ConvertHold(request, acknowledge(request), hold.token(), Mode.SHARED, true);
  }

  /** Sometimes a hold whose upgrade waits, which must not lose the value. */
  private Optional<Hold> upgrading() {
    List<WaitingRequest> upgrades =
        model.waiting().stream().filter(WaitingRequest::isUpgrade).toList();
    if (upgrades.isEmpty() || chance(40)) {
      return Optional.empty();
    }
    long token = pick(upgrades).upgradeOf();
    return model.holds().stream().filter(hold -> hold.token() == token).findFirst();
  }

  private Command.Numbered setValue(Hold hold) {
    boolean wrong = chance(15);
    RequestId request = request(wrong ? session() : hold.owner().session());
    long token = wrong ? anyToken() : hold.token();
    return new SetValue(request, acknowledge(request), token, value());
  }

  private Command revoke(Hold hold) {
    int roll = random.nextInt(100);
    if (roll < 60) {
      return new Command.RevokeHold(pick(hold.targets()).key(), hold.token());
    }
    return new Command.RevokeHold(pick(profile.keys()), roll < 80 ? hold.token() : anyToken());
  }

  private Command withdraw() {
    List<RequestId> live = new ArrayList<>();
    model.waiting().forEach(waits -> live.add(waits.request()));
    if (live.isEmpty() || chance(35)) {
      model.holds().forEach(hold -> live.add(hold.request()));
    }
    if (live.isEmpty()) {
      return acquire();
    }
    RequestId request = pick(live);
    return new WithdrawRequest(request, acknowledge(request), chance(50));
  }

  private Command withdrawAny() {
    SessionId session = session();
    RequestId request = new RequestId(session, 1 + random.nextLong(numbers.newest(session) + 3));
    return new WithdrawRequest(request, acknowledge(request), chance(50));
  }

  private Command standAside() {
    if (chance(10)) {
      SessionId session = session();
      return new StandAside(
          new RequestId(session, 1 + random.nextLong(numbers.newest(session) + 3)));
    }
    return model.waiting().isEmpty()
        ? acquire(owner(), chooser.meeting())
        : new StandAside(pick(model.waiting()).request());
  }

  private Command comeBack() {
    if (model.away().isEmpty()) {
      return acquire(owner(), chooser.meeting());
    }
    WaitingRequest away = pick(model.away());
    RequestId request = away.request();
    return new AcquireLock(
        request,
        acknowledge(request),
        isFresh(away.owner().label()) ? "" : away.owner().label(),
        party(away),
        away.targets(),
        chance(95),
        chance(10) ? otherValue() : away.value());
  }

  /** One that would need much more memory, mostly. */
  private Value otherValue() {
    return chance(30) ? value() : Value.of("w".repeat(1 + random.nextInt(Value.MAX_BYTES)));
  }

  /** Sometimes another one than before. */
  private String party(WaitingRequest away) {
    return isFresh(away.party()) || chance(10) ? "" : away.party();
  }

  private Command repeat() {
    if (sent.isEmpty()) {
      return acquire();
    }
    Command.Numbered old = sent.earlier(random);
    return chance(70)
        ? old
        : SentCommands.renumbered(old, old.request(), acknowledge(old.request()));
  }

  private Command reuse() {
    if (sent.isEmpty()) {
      return acquire();
    }
    RequestId used = sent.earlier(random).request();
    Command.Numbered other =
        switch (random.nextInt(6)) {
          case 5 -> inOtherModes(used);
          case 0 -> release(used.session(), anyToken());
          case 1 -> convert(Mode.EXCLUSIVE);
          case 2 -> new WithdrawRequest(used, acknowledge(used), chance(50));
          case 3 -> new SetValue(used, acknowledge(used), anyToken(), value());
          default -> acquire();
        };
    return SentCommands.renumbered(other, used, acknowledge(used));
  }

  /** What is held under the number, as if it had been asked for in another mode. */
  private Command.Numbered inOtherModes(RequestId used) {
    for (Hold hold : model.holds()) {
      if (hold.request().equals(used)) {
        Mode mode = chance(50) ? Mode.SHARED : Mode.EXCLUSIVE;
        List<Target> targets =
            hold.targets().stream()
                .map(each -> new Target(each.key(), mode, each.scope()))
                .toList();
        return acquire(hold.owner(), targets);
      }
    }
    return acquire();
  }

  private RequestId request(SessionId session) {
    return numbers.next(session, random);
  }

  private long acknowledge(RequestId request) {
    return numbers.acknowledge(request, random);
  }

  private SessionId session() {
    return chance(3) ? pick(known) : pick(model.sessions()).id();
  }

  private OwnerId owner() {
    return new OwnerId(session(), pick(profile.labels()));
  }

  /** Live, stale, or not granted yet. */
  private long anyToken() {
    int roll = random.nextInt(100);
    if (roll < 40 && !model.holds().isEmpty()) {
      return pick(model.holds()).token();
    }
    return roll < 85 && !tokens.isEmpty() ? pick(tokens) : model.revision() + 1 + random.nextInt(3);
  }

  private Value value() {
    return chance(70) ? Value.NONE : Value.of("v" + random.nextInt(3));
  }

  private Command withHold(Function<Hold, Command> use) {
    return model.holds().isEmpty() ? acquire() : use.apply(pick(model.holds()));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
