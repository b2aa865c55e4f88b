package io.tenure.simulation.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.simulation.check.Checker;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.ClusterSettings;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Trace;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What clients do, with the checker listening. */
final class TenureClientTest {
  private static final Key KEY = Key.of("/account");
  private static final long TTL_MILLIS = 2_000;

  private final World world = new World(1);
  private final List<String> happened = new ArrayList<>();
  private final Cluster cluster = new Cluster(world, ClusterSettings.of(3));
  private final TenureClient alice = new TenureClient(cluster, "Alice", TTL_MILLIS, c -> {});
  private final TenureClient bob = new TenureClient(cluster, "Bob", TTL_MILLIS, c -> {});
  private final Resource database = new Resource(world, "Database", KEY, true);

  TenureClientTest() {
    world.listen(new Checker());
    world.listen(new Diary());
    cluster.start();
    List.of(alice, bob, database).forEach(Node::start);
    run(Time.seconds(2));
  }

  @Test
  void whoeverAsksSecondGetsItWhenTheFirstReleases() {
    Claim first = ask(alice, Target.exclusive(KEY));
    Claim second = ask(bob, Target.exclusive(KEY));
    assertThat(first.isHeld()).isTrue();
    assertThat(second.isHeld()).isFalse();

    first.release();
    assertThat(first.isHeld()).isFalse();
    run(Time.SECOND);

    assertThat(second.isHeld()).isTrue();
  }

  @Test
  void aClientThatIsCutOffGivesItsLockUpBeforeTheServiceTakesIt() {
    Claim claim = ask(alice, Target.exclusive(KEY));
    happened.clear();

    world.network().isolate(alice);
    run(Time.seconds(5));

    assertThat(claim.isOver()).isTrue();
    assertThat(happened).containsExactly("Alice lost s1", "s1 expired");
  }

  @Test
  void aSessionOutlivesItsTtlAsLongAsItIsKeptAlive() {
    Claim claim = ask(alice, Target.exclusive(KEY));

    run(Time.seconds(20));

    assertThat(claim.isHeld()).isTrue();
  }

  @Test
  void aSessionOutlivesTheLeader() {
    Claim claim = ask(alice, Target.exclusive(KEY));

    Objects.requireNonNull(cluster.leader()).crash();
    run(Time.seconds(20));

    assertThat(claim.isHeld()).isTrue();
  }

  @Test
  void theWriteOfAPausedHolderIsRejected() {
    Claim stale = ask(alice, Target.exclusive(KEY));
    Claim next = ask(bob, Target.exclusive(KEY));
    Hold believed = stale.hold();

    alice.after(Time.SECOND, () -> write(alice, believed));
    alice.pause();
    run(Time.seconds(5));
    write(bob, next.hold());
    run(Time.SECOND);
    alice.resume();
    run(Time.SECOND);

    assertThat(happened).containsSubsequence("accepted Bob", "Alice lost s1", "rejected Alice");
  }

  @Test
  void whatIsGivenUpIsNeverHeld() {
    ask(alice, Target.exclusive(KEY)).release();
    Claim claim = alice.ask("main", List.of(Target.exclusive(KEY)), true, new ClaimListener() {});

    claim.giveUp();
    run(Time.SECOND);

    assertThat(claim.isHeld()).isFalse();
    assertThat(ask(bob, Target.exclusive(KEY)).isHeld()).isTrue();
  }

  @Test
  void anUpgradeGivesANewToken() {
    Claim claim = ask(alice, Target.shared(KEY));
    long before = claim.hold().token();

    claim.convert(Mode.EXCLUSIVE);
    run(Time.SECOND);

    assertThat(claim.hold().token()).isGreaterThan(before);
    assertThat(claim.hold().targets()).containsExactly(Target.exclusive(KEY));
  }

  @Test
  void aReleaseDuringAnUpgradeLeavesNothingBehind() {
    Claim reader = ask(bob, Target.shared(KEY));
    Claim upgrading = ask(alice, Target.shared(KEY));
    upgrading.convert(Mode.EXCLUSIVE);
    run(Time.millis(100));

    reader.release();
    upgrading.release();
    run(Time.SECOND);

    assertThat(cluster.servers())
        .allSatisfy(
            server -> {
              assertThat(server.state().holds()).isEmpty();
              assertThat(server.state().waiting()).isEmpty();
            });
  }

  @Test
  void aStoppedClientLeavesNoSessionBehind() {
    ask(alice, Target.exclusive(KEY));

    alice.stop();
    bob.stop();
    run(Time.SECOND);

    assertThat(cluster.servers())
        .allSatisfy(server -> assertThat(server.state().sessions()).isEmpty());
  }

  private Claim ask(TenureClient client, Target target) {
    Claim claim = client.ask("main", List.of(target), true, new ClaimListener() {});
    run(Time.millis(500));
    return claim;
  }

  private void write(Node client, Hold hold) {
    new Write(client, world.dice().number(), database, hold, accepted -> {}).send();
  }

  private void run(long nanos) {
    world.runUntil(world.now() + nanos);
  }

  private final class Diary implements Trace {
    @Override
    public void sessionLost(Node client, SessionId session) {
      happened.add(client + " lost " + session);
    }

    @Override
    public void committed(Node server, long index, Command command, Applied applied) {
      if (command instanceof Command.ExpireSession expire) {
        happened.add(expire.session() + " expired");
      }
    }

    @Override
    public void writeAccepted(Node resource, Node client, Hold hold) {
      happened.add("accepted " + client);
    }

    @Override
    public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
      happened.add("rejected " + client);
    }
  }
}
