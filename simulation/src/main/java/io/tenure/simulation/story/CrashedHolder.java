package io.tenure.simulation.story;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.SessionId;
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
import io.tenure.simulation.world.Time;
import java.util.List;

/** A holder dies, its term runs out, and the next in line gets the key. */
final class CrashedHolder implements Story {
  private static final int TTL_SECONDS = 5;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        Clients send a sign of life now and then. When none has come for 5 s, the term in this
        story, the service takes the client for dead, and its lock goes to the next in line.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Database database = Database.withTokens(stage, true);
    Player one = tenure.client("Client1", TTL_SECONDS);
    Player two = tenure.client("Client2", TTL_SECONDS);
    Player three = tenure.client("Client3", TTL_SECONDS);
    tenure.open();

    stage.at(1.0, () -> turn(one, database, 60));
    stage.at(2.0, () -> turn(two, database, 1.5));
    stage.at(2.5, () -> turn(three, database, 1.5));
    stage.at(stage.between(3, 4), () -> crash(stage, one));
    stage.play(14);
    return ending(stage.chronicle());
  }

  private static void crash(Stage stage, Player player) {
    SessionId session = player.claimOn(Database.KEY).hold().owner().session();
    String lastSign = stage.clock(stage.chronicle().lastSignOfLife(session));
    stage.tellFault(player.node(), "crashes; its last sign of life came at " + lastSign);
    player.node().crash();
  }

  /** Asks, adds something to the balance when it is served, and releases after a while. */
  private static void turn(Player player, Database database, double seconds) {
    player.asks(
        Database.KEY,
        () -> {
          player.later(0.5, () -> database.add(player, 10));
          player.later(seconds, player::releasesAll);
        });
  }

  private static Ending ending(Chronicle chronicle) {
    return new Proof()
        .that("Client1's hold ended by expiry", () -> isExpired(chronicle))
        .that("it had its full term", () -> silence(chronicle) >= Time.seconds(TTL_SECONDS))
        .that(
            "all three were served as they came",
            () -> chronicle.served().equals(List.of("Client1", "Client2", "Client3")))
        .that("the tokens grew", chronicle::tokensGrew)
        .shows(
            () ->
                "the dead Client1's lock ended "
                    + Words.seconds(silence(chronicle))
                    + " after its last sign of life and went to Client2, next in line.");
  }

  private static boolean isExpired(Chronicle chronicle) {
    return chronicle
        .endOf("Client1")
        .filter(end -> end.cause() == EndCause.SESSION_EXPIRED)
        .isPresent();
  }

  private static long silence(Chronicle chronicle) {
    Chronicle.End end = chronicle.endOf("Client1").orElseThrow();
    return end.time() - chronicle.lastSignOfLife(end.hold().owner().session());
  }
}
