package io.tenure.core.random;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.NaiveModel;
import io.tenure.core.random.naive.Picture;
import java.util.List;
import java.util.Optional;

/**
 * A situation that chance alone does not lead to: an owner holds a subtree lock over a semaphore,
 * others wait below it for permits, the owner gets a permit past them because its lock covers it,
 * after waiting for something else, and then gives up the lock. The story goes on by one step
 * whenever it is asked, from wherever the state is.
 */
final class SubtreeOverSemaphoreStory {
  private static final Target ROOF = new Target(Key.of("/a"), Mode.EXCLUSIVE, Scope.SUBTREE);
  private static final Target PERMIT = new Target(Key.of("/a/q"), Mode.semaphore(1), Scope.KEY);
  private static final Target ELSEWHERE = Target.exclusive(Key.of("/e"));

  private final NaiveModel model;

  SubtreeOverSemaphoreStory(NaiveModel model) {
    this.model = model;
  }

  /**
   * What comes next.
   *
   * @param token of a hold that the owner is to release; 0 if it is to ask for the targets
   */
  record Step(OwnerId owner, List<Target> targets, long token) {
    static Step release(Hold hold) {
      return new Step(hold.owner(), List.of(), hold.token());
    }
  }

  /** The next step; someone plays the parts that are not given away yet. */
  Step next(OwnerId someone) {
    Optional<Hold> roof = holder(ROOF);
    if (roof.isEmpty()) {
      return new Step(someone, List.of(ROOF), 0);
    }
    OwnerId owner = roof.get().owner();
    if (holder(PERMIT).filter(hold -> hold.owner().equals(owner)).isPresent()) {
      return Step.release(roof.get());
    }
    List<WaitingRequest> queue =
        model.waiting().stream().filter(waits -> hasPermit(waits.targets())).toList();
    Optional<Hold> other = holder(ELSEWHERE);
    if (other.isPresent() && queue.stream().anyMatch(waits -> waits.owner().equals(owner))) {
      return Step.release(other.get());
    }
    if (queue.isEmpty()) {
      return new Step(someone, List.of(PERMIT), 0);
    }
    return other.isEmpty() || other.get().owner().equals(owner)
        ? new Step(someone, List.of(ELSEWHERE), 0)
        : new Step(owner, List.of(PERMIT, ELSEWHERE), 0);
  }

  private Optional<Hold> holder(Target target) {
    return model.holds().stream().filter(hold -> hold.targets().contains(target)).findFirst();
  }

  private static boolean hasPermit(List<Target> targets) {
    return targets.stream().anyMatch(target -> Picture.sameSemaphore(target, PERMIT));
  }
}
