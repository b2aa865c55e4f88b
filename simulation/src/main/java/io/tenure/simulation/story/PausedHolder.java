package io.tenure.simulation.story;

import io.tenure.simulation.stage.Chronicle;
import io.tenure.simulation.stage.Chronicle.Ruling;
import io.tenure.simulation.stage.Database;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Proof;
import io.tenure.simulation.stage.Servers;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;

/** A holder stops for longer than its term and goes on as if nothing had happened. */
final class PausedHolder implements Story {
  private static final int TTL_SECONDS = 5;
  private static final long FIRST_AMOUNT = 50;
  private static final long SECOND_AMOUNT = 20;

  private static final String WITH_FENCING =
      """
      A program that stands still (garbage collection, a suspended machine) cannot notice that its
      lock has gone to somebody else. So every grant has a token, a number greater than all before
      it; the database remembers the highest it has seen and rejects everything older.\
      """;

  private static final String WITHOUT_FENCING =
      """
      A program that stands still (garbage collection, a suspended machine) cannot notice that its
      lock has gone to somebody else. Here the database does not check the tokens of the writes.\
      """;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(storyRun.fencing() ? WITH_FENCING : WITHOUT_FENCING);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Database database = Database.withTokens(stage, storyRun.fencing());
    Player one = tenure.client("Client1", TTL_SECONDS);
    Player two = tenure.client("Client2", TTL_SECONDS);
    tenure.open();

    stage.at(1.0, () -> one.asks(Database.KEY, () -> depositSlowly(stage, database, one)));
    stage.at(2.0, () -> two.asks(Database.KEY, () -> deposit(database, two, SECOND_AMOUNT)));
    stage.at(stage.between(9.5, 11), () -> one.node().resume());
    if (storyRun.fencing()) {
      stage.at(12.0, () -> one.asks(Database.KEY, () -> deposit(database, one, FIRST_AMOUNT)));
    }
    stage.play(14);
    Chronicle chronicle = stage.chronicle();
    return storyRun.fencing() ? caught(chronicle, database) : corrupted(chronicle, database);
  }

  private static void deposit(Database database, Player player, long amount) {
    player.later(0.2, () -> database.read(player, amount));
    player.later(0.6, () -> database.write(player, ""));
    player.later(1.0, player::releasesAll);
  }

  /** The same, but it stands still between reading and writing. */
  private static void depositSlowly(Stage stage, Database database, Player player) {
    player.later(0.2, () -> database.read(player, FIRST_AMOUNT));
    player.later(0.5, () -> database.write(player, "goes on, unaware: "));
    player.later(
        0.4,
        () -> {
          stage.tellFault(player.node(), "stands still, just before it writes the sum");
          player.node().pause();
        });
  }

  private static Ending caught(Chronicle chronicle, Database database) {
    return new Proof()
        .that("Client2 was served while Client1 stood still", () -> isTakenOver(chronicle))
        .that("the late write was rejected", () -> !lateWrite(chronicle).accepted())
        .that("Client1 was served again", () -> chronicle.grantsTo("Client1").size() == 2)
        .that("the tokens grew", chronicle::tokensGrew)
        .that(
            "both deposits arrived",
            () -> database.balance() == Database.FIRST_BALANCE + FIRST_AMOUNT + SECOND_AMOUNT)
        .shows(
            () ->
                "the late write had the old token "
                    + lateWrite(chronicle).token()
                    + " and was rejected; done again, it is right: the balance is "
                    + database.balance()
                    + ".");
  }

  private static Ending corrupted(Chronicle chronicle, Database database) {
    return new Proof()
        .that("Client2 was served while Client1 stood still", () -> isTakenOver(chronicle))
        .that("the late write was accepted", () -> lateWrite(chronicle).accepted())
        .that(
            "Client2's deposit was lost",
            () -> database.owed() - database.balance() == SECOND_AMOUNT)
        .shows(
            () ->
                "unfenced, the late write was accepted and wiped out Client2's: the balance is "
                    + database.balance()
                    + ", not "
                    + database.owed()
                    + ".");
  }

  /** Whether Client2 wrote first, with the newer token. */
  private static boolean isTakenOver(Chronicle chronicle) {
    if (chronicle.rulings().size() < 2) {
      return false;
    }
    Ruling first = chronicle.rulings().get(0);
    return first.client().equals("Client2")
        && first.accepted()
        && lateWrite(chronicle).client().equals("Client1")
        && lateWrite(chronicle).token() < first.token();
  }

  private static Ruling lateWrite(Chronicle chronicle) {
    return chronicle.rulings().get(1);
  }
}
