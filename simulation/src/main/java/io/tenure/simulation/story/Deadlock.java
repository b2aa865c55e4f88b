package io.tenure.simulation.story;

import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
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
import java.util.Optional;

/** Two owners take two keys in opposite order. */
final class Deadlock implements Story {
  private static final Key ANNA = Key.of("/accounts/anna");
  private static final Key BEN = Key.of("/accounts/ben");

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        A transfer needs two accounts. One client locks Anna's first, the other one Ben's, and then
        each wants what the other has.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    boolean swapped = stage.world().dice().chance(0.5);
    Player one = tenure.client("Client1", 10);
    Player two = tenure.client("Client2", 10);
    Player waiting = swapped ? two : one;
    Player refused = swapped ? one : two;
    tenure.open();

    stage.at(1.0, () -> waiting.asks(ANNA, () -> {}));
    stage.at(1.5, () -> refused.asks(BEN, () -> {}));
    stage.at(2.5, () -> waiting.asks(BEN, () -> transfer(waiting)));
    stage.at(
        3.5,
        () ->
            refused.asks(
                List.of(Target.exclusive(ANNA)), () -> {}, () -> startOver(stage, refused)));
    stage.play(12);
    return ending(stage.chronicle(), waiting.name(), refused.name());
  }

  private static void transfer(Player player) {
    player.later(0.9, () -> player.tell("has both and makes its transfer"));
    player.later(1.5, player::releasesAll);
  }

  /** Gives back what it has, so that the other one can go on, and takes both keys in one go. */
  private static void startOver(Stage stage, Player player) {
    player.later(
        0.5,
        () -> {
          stage.pause();
          player.releasesAll();
        });
    List<Target> both = List.of(Target.exclusive(ANNA), Target.exclusive(BEN));
    player.later(1.0, () -> player.asks(both, () -> transfer(player), () -> {}));
  }

  private static Ending ending(Chronicle chronicle, String waiting, String refused) {
    return new Proof()
        .that("the circle was found", () -> cycle(chronicle).isPresent())
        .that("it was named in full", () -> isCircle(cycle(chronicle).orElseThrow()))
        .that(
            "everybody made its transfer in the end",
            () -> chronicle.served().equals(List.of(waiting, refused, waiting, refused)))
        .shows(
            () ->
                "the circle "
                    + circle(cycle(chronicle).orElseThrow())
                    + " was refused before it closed; both made their transfer.");
  }

  private static Optional<List<Outcome.Wait>> cycle(Chronicle chronicle) {
    return chronicle.answers().stream()
        .map(Chronicle.Answer::outcome)
        .filter(Outcome.Deadlock.class::isInstance)
        .map(outcome -> ((Outcome.Deadlock) outcome).cycle())
        .findFirst();
  }

  private static boolean isCircle(List<Outcome.Wait> cycle) {
    return cycle.size() == 2
        && cycle.get(0).blockedBy().equals(cycle.get(1).owner())
        && cycle.get(1).blockedBy().equals(cycle.get(0).owner())
        && cycle.stream().map(Outcome.Wait::key).toList().containsAll(List.of(ANNA, BEN));
  }

  private static String circle(List<Outcome.Wait> cycle) {
    StringBuilder text = new StringBuilder();
    for (Outcome.Wait link : cycle) {
      text.append(link.owner().label()).append(" -> ");
    }
    return text.append(cycle.get(0).owner().label()).toString();
  }
}
