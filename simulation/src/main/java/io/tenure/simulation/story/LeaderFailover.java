package io.tenure.simulation.story;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Key;
import io.tenure.simulation.cluster.Server;
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
import java.util.List;

/** The leader dies while two locks are held and one request waits. */
final class LeaderFailover implements Story {
  private static final Key MAIL = Key.of("/mail");
  private static final int TTL_SECONDS = 6;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        The leader hears the signs of life of all clients and alone may end a term. When it dies,
        the others elect a new one, and no client is to suffer for it.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Database database = Database.withTokens(stage, true);
    Player one = tenure.client("Client1", TTL_SECONDS);
    Player two = tenure.client("Client2", TTL_SECONDS);
    Player three = tenure.client("Client3", TTL_SECONDS);
    tenure.open();
    Server first = tenure.leader();

    stage.at(1.0, () -> one.asks(Database.KEY, () -> {}));
    stage.at(1.5, () -> two.asks(MAIL, () -> {}));
    stage.at(2.0, () -> three.asks(Database.KEY, () -> deposit(database, three)));
    stage.at(stage.between(3, 3.5), () -> crashLeader(stage, tenure));
    stage.at(7.5, () -> two.tell(two.holds(MAIL) ? "still holds /mail" : "lost /mail"));
    stage.at(8.0, () -> database.add(one, 10));
    stage.at(8.5, one::releasesAll);
    stage.at(
        11.0,
        () -> {
          stage.pause();
          first.start();
          stage.tell(first.name(), "is back and catches up");
        });
    stage.at(stage.between(12, 12.5), () -> crashLeader(stage, tenure));
    stage.at(16.0, () -> three.asks(Database.KEY, () -> deposit(database, three)));
    stage.at(18.0, two::releasesAll);
    stage.play(19);
    return ending(stage.chronicle());
  }

  private static void crashLeader(Stage stage, Servers tenure) {
    Server leader = tenure.leader();
    stage.pause();
    stage.tellFault(leader, "crashes; it was the leader");
    leader.crash();
  }

  private static void deposit(Database database, Player player) {
    player.later(0.4, () -> database.add(player, 20));
    player.later(1.0, player::releasesAll);
  }

  private static Ending ending(Chronicle chronicle) {
    return new Proof()
        .that("another server took over, twice", () -> chronicle.leaders().size() >= 3)
        .that("no term ended early", () -> isNothingExpired(chronicle))
        .that("everybody was served", () -> chronicle.served().equals(order()))
        .that("the waiting request kept its place", () -> chronicle.arrivals().equals(order()))
        .that("every write was accepted", () -> areAllWritesAccepted(chronicle))
        .that("no token was given twice or went down", chronicle::tokensGrew)
        .shows(
            () ->
                "locks, terms and the queue outlived two leaders, and no token came twice: "
                    + Words.list(chronicle.tokens())
                    + ".");
  }

  private static List<String> order() {
    return List.of("Client1", "Client2", "Client3", "Client3");
  }

  private static boolean isNothingExpired(Chronicle chronicle) {
    return List.of("Client1", "Client2").stream()
        .map(chronicle::endOf)
        .allMatch(end -> end.filter(e -> e.cause() == EndCause.RELEASED).isPresent());
  }

  private static boolean areAllWritesAccepted(Chronicle chronicle) {
    return chronicle.rulings().size() == 3
        && chronicle.rulings().stream().allMatch(Chronicle.Ruling::accepted);
  }
}
