package io.tenure.simulation.story;

import io.tenure.simulation.stage.Chronicle;
import io.tenure.simulation.stage.Database;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Proof;

/** What comes of two clients that both take themselves for the holder of the account. */
public final class TwoHolders {
  public static final int TTL_SECONDS = 10;
  static final long TTL_MILLIS = TTL_SECONDS * 1_000L;
  static final long FIRST_AMOUNT = 50;
  static final long SECOND_AMOUNT = 20;

  private TwoHolders() {}

  /** The second holder's deposit, while the first one is between reading and writing. */
  static void depositSecond(Database database, Player player) {
    player.later(0.3, () -> database.read(player, SECOND_AMOUNT));
    player.later(0.6, () -> database.write(player, ""));
  }

  static Ending ending(Chronicle chronicle, Database database, String cause) {
    return new Proof()
        .that(
            "both clients took themselves for the holder",
            () -> chronicle.calledThemselvesHoldersTogether("Client1", "Client2"))
        .that("both wrote", () -> chronicle.rulings().size() == 2)
        .that("a deposit was lost", () -> database.balance() != database.owed())
        .shows(
            () ->
                cause
                    + " gave the lock to two; both wrote, and the balance is "
                    + database.balance()
                    + ", not "
                    + database.owed()
                    + ".");
  }
}
