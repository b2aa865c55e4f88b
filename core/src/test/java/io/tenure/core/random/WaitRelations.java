package io.tenure.core.random;

import io.tenure.core.model.Hold;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.NaiveModel;
import io.tenure.core.random.naive.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Which holds block waiting requests or cover their targets, in the model's present state. */
record WaitRelations(NaiveModel model) {
  /** Holds for which another owner's request waits. */
  List<Hold> awaited() {
    return model.holds().stream()
        .filter(hold -> model.waiting().stream().anyMatch(waits -> blocks(hold, waits)))
        .toList();
  }

  private static boolean blocks(Hold hold, WaitingRequest waits) {
    return !hold.owner().equals(waits.owner())
        && anyPair(hold.targets(), waits.targets(), Picture::conflict);
  }

  private static boolean anyPair(
      List<Target> held, List<Target> asked, BiPredicate<Target, Target> test) {
    return held.stream().anyMatch(one -> asked.stream().anyMatch(other -> test.test(one, other)));
  }

  /** Holds that cover a target of another hold, or of a waiting request, of their owner. */
  List<Hold> covering() {
    return model.holds().stream().filter(this::covers).toList();
  }

  private boolean covers(Hold hold) {
    return model.waiting().stream()
            .filter(waits -> waits.owner().equals(hold.owner()))
            .anyMatch(waits -> anyPair(hold.targets(), waits.targets(), Picture::covers))
        || model.holds().stream()
            .filter(other -> other.owner().equals(hold.owner()) && !other.equals(hold))
            .anyMatch(other -> anyPair(hold.targets(), other.targets(), Picture::covers));
  }

  /** The owners that block the request, sorted: the sets have no order that a replay could use. */
  List<OwnerId> blockers(WaitingRequest waits) {
    Picture now = new Picture(model.holds(), model.waiting());
    List<OwnerId> blockers = new ArrayList<>();
    for (Target target : waits.targets()) {
      blockers.addAll(now.conflicting(waits, target));
      blockers.addAll(now.sharers(waits, target));
    }
    blockers.sort(null);
    return blockers;
  }
}
