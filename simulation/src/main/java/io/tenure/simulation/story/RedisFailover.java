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
import io.tenure.simulation.world.Time;
import java.util.List;

/** A Redis primary dies before its replica has heard of a lock. */
final class RedisFailover implements Story {
  private static final double SETTLED_SECONDS = 0.5;

  @Override
  public Ending play(StoryRun storyRun) {
    storyRun.note(
        """
        A lock in Redis is a key with a time to live, set if it is not there. The primary answers
        first and copies to its replica later. This is not Tenure, but what many use instead.\
        """);
    Stage stage = new Stage(storyRun);
    PeerService redis = PeerService.redis(stage.world());
    stage.world().listen(new PeerNarrator(stage, "Redis", "the primary says yes"));
    Database database = Database.withoutTokens(stage);
    Player one = new Player(stage, redis.client("Client1", TwoHolders.TTL_MILLIS, client -> {}));
    Player two = new Player(stage, redis.client("Client2", TwoHolders.TTL_MILLIS, client -> {}));
    redis.start();
    one.node().start();
    two.node().start();
    stage.open(() -> stage.world().now() >= Time.seconds(SETTLED_SECONDS));
    stage.tell("Redis", "Redis1 is the primary, Redis2 its replica");

    KeyStore primary = redis.stores().get(0);
    KeyStore replica = redis.stores().get(1);
    stage.at(1.0, () -> delayCopies(stage, primary, replica));
    stage.at(1.5, () -> one.asks(Database.KEY, () -> {}));
    stage.at(2.0, () -> database.read(one, TwoHolders.FIRST_AMOUNT));
    stage.at(
        stage.between(2.2, 2.5),
        () -> {
          stage.tellFault(primary, "crashes before Redis2 has heard of the lock");
          primary.crash();
        });
    stage.at(3.0, () -> two.asks(Database.KEY, () -> TwoHolders.depositSecond(database, two)));
    stage.at(5.5, () -> database.write(one, "its time is not over: "));
    stage.play(6.5);
    return TwoHolders.ending(stage.chronicle(), database, "a primary that died too early");
  }

  private static void delayCopies(Stage stage, KeyStore primary, KeyStore replica) {
    stage.tellFault(
        primary, "its copies to Redis2 get stuck on the way, and it does not wait for them");
    stage.world().network().silence(List.of(primary), List.of(replica));
  }
}
