package io.tenure.simulation.story;

import io.tenure.simulation.peer.KeyStore;
import io.tenure.simulation.peer.PeerService;
import io.tenure.simulation.stage.Database;
import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.PeerNarrator;
import io.tenure.simulation.stage.Player;
import io.tenure.simulation.stage.Stage;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import io.tenure.simulation.stage.Words;
import io.tenure.simulation.world.Time;
import java.util.List;

/** The wall clock of one of five Redlock nodes is set forward. */
final class RedlockClockJump implements Story {
  private static final double JUMP_SECONDS = 60;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        Redlock asks five independent Redis nodes, and three must agree. Each node drops a key when
        its wall clock says so. This is not Tenure, where wall clocks decide nothing.\
        """);
    Stage stage = new Stage(storyRun);
    PeerService redlock = PeerService.redlock(stage.world());
    stage.world().listen(new PeerNarrator(stage, "Redlock", "three nodes of five say yes"));
    Database database = Database.withoutTokens(stage);
    Player one = new Player(stage, redlock.client("Client1", TwoHolders.TTL_MILLIS, client -> {}));
    Player two = new Player(stage, redlock.client("Client2", TwoHolders.TTL_MILLIS, client -> {}));
    redlock.start();
    one.node().start();
    two.node().start();
    stage.open(() -> true);
    stage.tell("Redlock", "five nodes are up, Redis1 to Redis5");

    List<KeyStore> stores = redlock.stores();
    stage.at(0.5, () -> cutOff(stage, one, stores.subList(3, 5)));
    stage.at(1.0, () -> one.asks(Database.KEY, () -> {}));
    stage.at(1.5, () -> database.read(one, TwoHolders.FIRST_AMOUNT));
    stage.at(stage.between(2.0, 2.3), () -> jump(stage, stores.get(2)));
    stage.at(2.5, () -> two.asks(Database.KEY, () -> TwoHolders.depositSecond(database, two)));
    stage.at(4.5, () -> database.write(one, "its time is not over: "));
    stage.play(5.5);
    return TwoHolders.ending(stage.chronicle(), database, "one clock that jumped");
  }

  private static void cutOff(Stage stage, Player player, List<KeyStore> stores) {
    stage.tellFault(
        player.node(), "cannot reach " + Words.list(stores) + "; three of five are enough");
    stage.world().network().split(List.of(player.node()), stores);
  }

  private static void jump(Stage stage, KeyStore store) {
    store.jumpWallClock(Time.seconds(JUMP_SECONDS));
    stage.tellFault(store, "its wall clock is set forward by 60 s, so its keys are too old now");
  }
}
