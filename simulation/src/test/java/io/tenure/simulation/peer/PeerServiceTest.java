package io.tenure.simulation.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import io.tenure.simulation.check.Checker;
import io.tenure.simulation.check.Promise;
import io.tenure.simulation.check.PromiseBroken;
import io.tenure.simulation.client.Claim;
import io.tenure.simulation.client.ClaimListener;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the peers behave when all is well, and the classic ways in which they do not. */
final class PeerServiceTest {
  private static final Key KEY = Key.of("/account");
  private static final long TTL_MILLIS = 3_000;

  private final World world = new World(1);

  @Test
  void redisGivesALockToOneAtATime() {
    PeerService redis = start(PeerService.redis(world));
    Claim first = ask(client(redis, "Alice"));
    Claim second = ask(client(redis, "Bob"));
    assertThat(first.isHeld()).isTrue();
    assertThat(second.isHeld()).isFalse();

    first.release();
    run(Time.SECOND);

    assertThat(second.isHeld()).isTrue();
  }

  @Test
  void redisKeepsALockThatWasReplicatedThroughAFailover() {
    PeerService redis = start(PeerService.redis(world));
    Claim claim = ask(client(redis, "Alice"));

    redis.stores().get(0).crash();
    run(Time.seconds(10));

    assertThat(redis.primary()).isSameAs(redis.stores().get(1));
    assertThat(claim.isHeld()).isTrue();
  }

  @Test
  void redisGivesALockToTwoWhenThePrimaryDiesBeforeItReplicates() {
    PeerService redis = start(PeerService.redis(world));
    KeyStore primary = redis.stores().get(0);
    world.network().split(List.of(primary), List.of(redis.stores().get(1)));
    LeaseClient alice = client(redis, "Alice");
    LeaseClient bob = client(redis, "Bob");
    ask(alice);

    world.network().isolate(alice);
    primary.crash();

    assertGivesItToTwo(
        () -> {
          run(Time.SECOND);
          ask(bob);
        });
  }

  @Test
  void redlockIsHeldByAMajority() {
    PeerService redlock = start(PeerService.redlock(world));
    redlock.stores().get(0).crash();
    redlock.stores().get(1).crash();

    assertThat(ask(client(redlock, "Alice")).isHeld()).isTrue();

    redlock.stores().get(2).crash();
    run(Time.seconds(5));
    assertThat(ask(client(redlock, "Bob")).isHeld()).isFalse();
  }

  @Test
  void redlockGivesALockToTwoWhenOneClockJumps() {
    PeerService redlock = start(PeerService.redlock(world));
    List<KeyStore> stores = redlock.stores();
    LeaseClient alice = client(redlock, "Alice");
    LeaseClient bob = client(redlock, "Bob");
    world.network().split(List.of(alice), stores.subList(3, 5));
    world.network().split(List.of(bob), stores.subList(0, 2));
    ask(alice);

    stores.get(2).jumpWallClock(Time.seconds(60));

    assertGivesItToTwo(() -> ask(bob));
  }

  private static void assertGivesItToTwo(Runnable deed) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            PromiseBroken.class,
            broken -> assertThat(broken.promise()).isEqualTo(Promise.MUTUAL_EXCLUSION));
  }

  private PeerService start(PeerService service) {
    world.listen(new Checker());
    service.start();
    run(Time.SECOND);
    return service;
  }

  private static LeaseClient client(PeerService service, String name) {
    LeaseClient client = service.client(name, TTL_MILLIS, c -> {});
    client.start();
    return client;
  }

  private Claim ask(LeaseClient client) {
    Node node = client.node();
    Claim claim =
        client.ask(node.name(), List.of(Target.exclusive(KEY)), true, new ClaimListener() {});
    run(Time.SECOND);
    return claim;
  }

  private void run(long nanos) {
    world.runUntil(world.now() + nanos);
  }
}
