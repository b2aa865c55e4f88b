package io.tenure.core.random;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.random.naive.NaiveModel;
import io.tenure.core.random.naive.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses what to ask for. */
final class TargetChooser {
  private final Profile profile;
  private final NaiveModel model;
  private final SplittableRandom random;

  TargetChooser(Profile profile, NaiveModel model, SplittableRandom random) {
    this.profile = profile;
    this.model = model;
    this.random = random;
  }

  /** One to four of the keys, mostly one or two. */
  List<Target> any() {
    int roll = random.nextInt(100);
    int count = roll < 60 ? 1 : roll < 88 ? 2 : roll < 96 ? 3 : 4;
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      add(targets, at(pick(profile.keys())));
    }
    return targets;
  }

  /** Something that meets what somebody has or waits for; often two things that one owner has. */
  List<Target> meeting() {
    List<List<Target>> claims = new ArrayList<>();
    model.holds().forEach(hold -> claims.add(hold.targets()));
    model.waiting().forEach(request -> claims.add(request.targets()));
    if (claims.isEmpty()) {
      return any();
    }
    return model.holds().size() > 1 && random.nextInt(100) < 30
        ? meetingTwice(pick(model.holds()))
        : meeting(pick(claims));
  }

  private List<Target> meetingTwice(Hold one) {
    List<Hold> same =
        model.holds().stream().filter(hold -> hold.owner().equals(one.owner())).toList();
    List<Target> targets = new ArrayList<>();
    targets.add(near(pick(one.targets())));
    add(targets, near(pick(pick(same).targets())));
    return targets;
  }

  /** Something that meets one of these, and sometimes one thing more. */
  List<Target> meeting(List<Target> claimed) {
    List<Target> targets = new ArrayList<>();
    targets.add(near(pick(claimed)));
    if (random.nextInt(100) < 35) {
      add(targets, random.nextBoolean() ? near(pick(claimed)) : at(pick(profile.keys())));
    }
    return targets;
  }

  /** Something that the hold covers, mostly with something that another owner holds beside it. */
  List<Target> coveredBy(Hold hold) {
    Target held = pick(hold.targets());
    List<Target> covered = new ArrayList<>();
    for (Key key : profile.keys()) {
      boolean exclusive = held.mode().equals(Mode.EXCLUSIVE);
      Mode mode = exclusive ? profile.modeFor(key, random) : held.mode();
      for (Scope scope : Scope.values()) {
        Target target = new Target(key, mode, scope);
        if (Picture.covers(held, target) && !target.equals(held)) {
          covered.add(target);
        }
      }
    }
    List<Target> awaited = covered.stream().filter(this::isAwaited).toList();
    if (!awaited.isEmpty() && random.nextInt(100) < 80) {
      covered = awaited;
    }
    List<Target> targets = new ArrayList<>();
    targets.add(covered.isEmpty() ? held : pick(covered));
    List<Hold> others =
        model.holds().stream().filter(other -> !other.owner().equals(hold.owner())).toList();
    List<Hold> ofLive = others.stream().filter(other -> !waits(other.owner())).toList();
    if (!ofLive.isEmpty() && random.nextInt(100) < 90) {
      // Who does not wait cannot close a cycle, so that this request queues.
      others = ofLive;
    }
    if (!others.isEmpty() && random.nextInt(100) < 85) {
      add(targets, near(pick(pick(others).targets())));
    }
    return targets;
  }

  private boolean waits(OwnerId owner) {
    return model.waiting().stream().anyMatch(request -> request.owner().equals(owner));
  }

  private boolean isAwaited(Target target) {
    return model.waiting().stream()
        .flatMap(request -> request.targets().stream())
        .anyMatch(queued -> queued.key().equals(target.key()));
  }

  private Target near(Target claimed) {
    List<Key> keys =
        profile.keys().stream()
            .filter(
                key ->
                    Picture.isAbove(key, claimed.key())
                        || (claimed.scope() == Scope.SUBTREE
                            && Picture.isAbove(claimed.key(), key)))
            .toList();
    if (keys.isEmpty() || random.nextInt(100) < 60) {
      return new Target(claimed.key(), profile.modeFor(claimed.key(), random), scope());
    }
    Key key = pick(keys);
    Scope scope = Picture.isAbove(key, claimed.key()) ? Scope.SUBTREE : scope();
    return new Target(key, profile.modeFor(key, random), scope);
  }

  private Target at(Key key) {
    return new Target(key, profile.modeFor(key, random), scope());
  }

  private Scope scope() {
    return random.nextInt(100) < profile.habits().subtree() ? Scope.SUBTREE : Scope.KEY;
  }

  private static void add(List<Target> targets, Target more) {
    if (targets.stream().noneMatch(target -> target.key().equals(more.key()))) {
      targets.add(more);
    }
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
