package io.tenure.simulation.story;

import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.simulation.stage.Chronicle;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Proof;
import io.tenure.simulation.stage.Servers;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import java.util.List;

/** A lock on a whole tree of keys against locks on keys in it. */
final class Subtree implements Story {
  private static final Key BILLING = Key.of("/billing");
  private static final Key JOB_A = Key.of("/billing/job-A");
  private static final Key JOB_B = Key.of("/billing/job-B");
  private static final Key OTHER = Key.of("/shipping/job-A");
  private static final List<Target> ALL_BILLING =
      List.of(new Target(BILLING, Mode.EXCLUSIVE, Scope.SUBTREE));

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        Keys are paths. A lock can be taken on one key, or on a key and everything below it: here
        Client1 wants all of /billing, and others want single jobs.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Player all = tenure.client("Client1", 10);
    Player jobA = tenure.client("Client2", 10);
    Player jobB = tenure.client("Client3", 10);
    Player other = tenure.client("Client4", 10);
    tenure.open();

    stage.at(1.0, () -> all.asks(ALL_BILLING, () -> {}, () -> {}));
    stage.at(1.5, () -> jobA.asks(JOB_A, () -> {}));
    stage.at(2.0, () -> other.asks(OTHER, () -> {}));
    stage.at(stage.between(2.5, 3.5), all::releasesAll);
    stage.at(
        4.5,
        () -> {
          stage.pause();
          all.asks(ALL_BILLING, () -> {}, () -> {});
        });
    stage.at(5.0, () -> jobB.asks(JOB_B, () -> {}));
    stage.at(stage.between(5.5, 6.5), jobA::releasesAll);
    stage.at(7.5, all::releasesAll);
    stage.at(8.5, jobB::releasesAll);
    stage.at(8.5, other::releasesAll);
    stage.play(10);
    return ending(stage.chronicle());
  }

  private static Ending ending(Chronicle chronicle) {
    return new Proof()
        .that(
            "they asked in the order of the script",
            () ->
                chronicle
                    .arrivals()
                    .equals(List.of("Client1", "Client2", "Client4", "Client1", "Client3")))
        .that(
            "the tree and the jobs in it excluded each other, and nothing else",
            () ->
                chronicle
                    .served()
                    .equals(List.of("Client1", "Client4", "Client2", "Client1", "Client3")))
        .that("tree and jobs were never held together", () -> isNeverTogether(chronicle))
        .shows(
            () ->
                "a tree keeps out the keys in it, a key keeps out the tree around it, and nobody"
                    + " else notices.");
  }

  private static boolean isNeverTogether(Chronicle chronicle) {
    return !chronicle.calledThemselvesHoldersTogether("Client1", "Client2")
        && !chronicle.calledThemselvesHoldersTogether("Client1", "Client3");
  }
}
