package io.tenure.simulation.story;

import io.tenure.simulation.stage.Chronicle;
import io.tenure.simulation.stage.Database;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Proof;
import io.tenure.simulation.stage.Servers;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import io.tenure.simulation.stage.Words;
import io.tenure.simulation.world.Dice;
import java.util.ArrayList;
import java.util.List;

/** Three clients, one key; the first one comes back for more. */
final class CompetingClients implements Story {
  private static final long AMOUNT = 10;
  private static final int ROUNDS = 4;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        Whoever comes first is served first. Every grant has a token, a number greater than all
        before it, which goes along with every write.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Database database = Database.withTokens(stage, true);
    List<Player> clients = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      clients.add(tenure.client("Client" + i, 10));
    }
    tenure.open();

    List<Player> order = shuffled(clients, stage.world().dice());
    Player first = order.get(0);
    stage.at(1.0, () -> turn(stage, database, first, () -> comeBack(stage, database, first)));
    stage.at(1.3, () -> turn(stage, database, order.get(1), () -> {}));
    stage.at(1.6, () -> turn(stage, database, order.get(2), () -> {}));
    stage.play(12);
    return ending(stage.chronicle(), database);
  }

  private static List<Player> shuffled(List<Player> players, Dice dice) {
    List<Player> left = new ArrayList<>(players);
    List<Player> order = new ArrayList<>();
    while (!left.isEmpty()) {
      order.add(left.remove(dice.between(0, left.size() - 1)));
    }
    return order;
  }

  private static void comeBack(Stage stage, Database database, Player player) {
    player.later(0.2, () -> turn(stage, database, player, () -> {}));
  }

  /** Asks, works for a while once it is served, and releases. */
  private static void turn(Stage stage, Database database, Player player, Runnable then) {
    player.asks(
        Database.KEY,
        () -> {
          player.later(0.4, () -> database.add(player, AMOUNT));
          player.later(
              stage.between(1.0, 1.5),
              () -> {
                player.releasesAll();
                then.run();
              });
        });
  }

  private static Ending ending(Chronicle chronicle, Database database) {
    return new Proof()
        .that("everybody was served", () -> chronicle.grants().size() == ROUNDS)
        .that(
            "they were served as they came", () -> chronicle.served().equals(chronicle.arrivals()))
        .that("only one at a time took itself for the holder", chronicle::oneHolderAtATime)
        .that("the tokens grew", chronicle::tokensGrew)
        .that("every deposit was accepted", () -> chronicle.rulings().size() == ROUNDS)
        .that("no deposit was lost", () -> database.balance() == database.owed())
        .shows(
            () ->
                "all were served in the order they came, one at a time, with growing tokens: "
                    + Words.list(chronicle.tokens())
                    + ".");
  }
}
