package io.tenure.simulation.story;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.stage.Chronicle;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Proof;
import io.tenure.simulation.stage.Servers;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import java.util.List;

/** Three servers: one dies, another dies, one comes back. */
final class Majority implements Story {
  private static final Key MAIL = Key.of("/mail");
  private static final Key PRINTER = Key.of("/printer");
  private static final Key BACKUP = Key.of("/backup");
  private static final Key REPORT = Key.of("/report");

  private long majorityLostAt;
  private long majorityBackAt;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        Two of three servers must agree before anything is granted. Client2 has a term of 3 s, the
        others one of 30 s.\
        """);
    Stage stage = new Stage(storyRun);
    Servers tenure = new Servers(stage);
    Player one = tenure.client("Client1", 30);
    Player two = tenure.client("Client2", 3);
    Player three = tenure.client("Client3", 30);
    tenure.open();
    List<Server> followers = tenure.followers();

    stage.at(1.0, () -> one.asks(MAIL, () -> {}));
    stage.at(1.5, () -> two.asks(PRINTER, () -> {}));
    stage.at(2.0, () -> crash(stage, tenure, followers.get(0)));
    stage.at(3.0, () -> three.asks(BACKUP, () -> {}));
    stage.at(4.0, () -> crash(stage, tenure, followers.get(1)));
    stage.at(4.0, () -> majorityLostAt = stage.world().now());
    stage.at(5.0, () -> three.asks(REPORT, () -> three.tell("has its answer at last")));
    stage.at(9.5, () -> tellWhatIsLeft(one, three));
    stage.at(10.0, () -> comeBack(stage, tenure, followers.get(0)));
    stage.play(16);
    return ending(stage.chronicle(), tenure.leader().state().holds());
  }

  private static void crash(Stage stage, Servers tenure, Server server) {
    stage.pause();
    server.crash();
    stage.tellFault(server, "crashes; " + tenure.howManyAreUp());
  }

  private static void tellWhatIsLeft(Player one, Player three) {
    three.tell(three.holds(REPORT) ? "has its answer" : "still has no answer");
    one.tell(one.holds(MAIL) ? "still holds /mail, its term is not over" : "holds /mail no more");
  }

  private void comeBack(Stage stage, Servers tenure, Server server) {
    stage.pause();
    majorityBackAt = stage.world().now();
    server.start();
    stage.tell(server.name(), "is back; " + tenure.howManyAreUp());
  }

  private Ending ending(Chronicle chronicle, List<Hold> left) {
    return new Proof()
        .that("two servers went on granting", () -> chronicle.grantsTo("Client3").size() > 0)
        .that("all four requests were granted in the end", () -> chronicle.grants().size() == 4)
        .that("one server alone answered nothing", () -> isSilentWithoutMajority(chronicle))
        .that("Client1 kept its lock", () -> chronicle.callsItselfHolder("Client1"))
        .that("only Client2's lock ended", () -> isAllLeftButOf("Client2", chronicle, left))
        .that("Client2 stopped by itself, in time", () -> clientTwoKnewFirst(chronicle))
        .that("the tokens grew", chronicle::tokensGrew)
        .shows(
            () -> "two of three servers go on; one alone grants nothing and takes nothing away.");
  }

  private boolean isSilentWithoutMajority(Chronicle chronicle) {
    return chronicle.answers().stream()
        .noneMatch(answer -> answer.time() > majorityLostAt && answer.time() < majorityBackAt);
  }

  private static boolean isAllLeftButOf(String client, Chronicle chronicle, List<Hold> left) {
    return chronicle.grants().stream()
        .allMatch(grant -> left.contains(grant.hold()) != grant.owner().equals(client));
  }

  private static boolean clientTwoKnewFirst(Chronicle chronicle) {
    return chronicle
        .endOf("Client2")
        .filter(end -> end.cause() == EndCause.SESSION_EXPIRED)
        .filter(
            end ->
                chronicle.doubts().stream()
                    .anyMatch(
                        doubt -> doubt.client().equals("Client2") && doubt.time() < end.time()))
        .isPresent();
  }
}
