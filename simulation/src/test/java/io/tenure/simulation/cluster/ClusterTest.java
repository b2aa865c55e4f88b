package io.tenure.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Trace;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ClusterTest {
  private static final long TTL_MILLIS = 2_000;

  private final World world = new World(1);
  private final Cluster cluster =
      new Cluster(world, new ClusterSettings(3, true, true, 5, 0, Set.of()));
  private final TestCaller client = new TestCaller(world);

  @Test
  void oneServerIsElected() {
    startAndElect();

    assertThat(cluster.servers().stream().filter(Server::leads)).hasSize(1);
  }

  @Test
  void aFollowerSaysWhoLeadsInsteadOfAnswering() {
    Server leader = startAndElect();

    client.send(followers(leader).get(0), open(1));
    run(Time.SECOND);

    assertThat(client.redirects()).isEqualTo(1);
    assertThat(client.outcomes()).isEmpty();
  }

  @Test
  void everyReplicaExecutesWhatTheLeaderAnswered() {
    Server leader = startAndElect();

    SessionId session = openSession(leader);

    assertThat(cluster.servers())
        .allSatisfy(
            server ->
                assertThat(server.state().sessions())
                    .extracting(Session::id)
                    .containsExactly(session));
  }

  @Test
  void withoutAMajorityNothingIsAnswered() {
    Server leader = startAndElect();
    followers(leader).forEach(Node::crash);

    client.send(leader, open(1));
    run(Time.seconds(5));

    assertThat(client.outcomes()).isEmpty();
  }

  @Test
  void whatWasAnsweredSurvivesTheLeader() {
    Server leader = startAndElect();
    SessionId session = openSession(leader);
    client.send(leader, acquire(session));
    run(Time.SECOND);
    assertThat(client.outcomes()).hasSize(2);
    assertThat(client.outcomes().get(1)).isInstanceOf(Outcome.Granted.class);

    leader.crash();
    run(Time.seconds(1.5));

    Server successor = Objects.requireNonNull(cluster.leader());
    assertThat(successor).isNotSameAs(leader);
    assertThat(successor.state().holds()).hasSize(1);
  }

  @Test
  void aServerThatWasAwayForLongIsBroughtBackBySnapshot() {
    Server leader = startAndElect();
    Server away = followers(leader).get(0);
    away.crash();
    for (int nonce = 1; nonce <= 20; nonce++) {
      client.send(leader, open(nonce));
    }
    run(Time.millis(500));

    List<Node> restored = listenForRestores();
    away.start();
    run(Time.SECOND);

    assertThat(restored).contains(away);
    assertThat(away.appliedIndex()).isEqualTo(leader.appliedIndex());
    assertThat(away.state().sessions()).isEqualTo(leader.state().sessions()).hasSize(20);
  }

  @Test
  void aSessionThatNobodyKeepsAliveExpires() {
    Server leader = startAndElect();
    openSession(leader);

    run(Time.millis(TTL_MILLIS) - Time.millis(1_100));
    assertThat(leader.state().sessions()).hasSize(1);

    run(Time.millis(1_500));
    assertThat(leader.state().sessions()).isEmpty();
  }

  @Test
  void aKeepAliveIsAcknowledgedByALeaderWithFollowers() {
    Server leader = startAndElect();
    SessionId session = openSession(leader);

    client.keepAlive(leader, session);
    client.keepAlive(leader, new SessionId(99));
    run(Time.millis(100));

    assertThat(client.timesKeptAlive()).isEqualTo(1);
    assertThat(client.timesUnknown()).isEqualTo(1);
  }

  @Test
  void aLeaderWithoutFollowersAcknowledgesNoKeepAlive() {
    Server leader = startAndElect();
    SessionId session = openSession(leader);
    world.network().split(List.of(leader), followers(leader));

    client.keepAlive(leader, session);
    run(Time.millis(300));

    assertThat(leader.leads()).isTrue();
    assertThat(client.timesKeptAlive()).isZero();
  }

  /**
   * Found by exploration: the refusal bears the number of a term that the refused one now leads.
   */
  @Test
  void theRefusalOfAMessageFromAnEarlierTermConfirmsNoLeadership() {
    Server leader = startAndElect();
    SessionId session = openSession(leader);
    Server follower = followers(leader).get(0);
    world.network().silence(List.of(leader), followers(leader));
    long farRound = 1_000_000;

    client.keepAlive(leader, session);
    run(Time.millis(50));
    follower.onAppend(new AppendEntries(leader, 0, 0, 0, List.of(), 0, farRound));
    run(Time.millis(100));

    assertThat(leader.leads()).isTrue();
    assertThat(client.timesKeptAlive()).isZero();
  }

  @Test
  void aNewLeaderGivesEverySessionItsFullTtl() {
    Server leader = startAndElect();
    openSession(leader);
    List<Long> expiries = listenForExpiries();
    run(Time.millis(500));

    leader.crash();
    world.runUntil(world.now() + Time.seconds(2), () -> cluster.leader() != null);
    long electedAt = world.now();
    run(Time.seconds(5));

    assertThat(expiries).hasSize(1);
    assertThat(expiries.get(0)).isGreaterThan(electedAt + Time.millis(TTL_MILLIS));
  }

  private Server startAndElect() {
    cluster.start();
    run(Time.seconds(2));
    return Objects.requireNonNull(cluster.leader());
  }

  private SessionId openSession(Server leader) {
    client.send(leader, open(1));
    run(Time.millis(200));
    assertThat(client.outcomes()).hasSize(1);
    return ((Outcome.SessionOpened) client.outcomes().get(0)).session();
  }

  private List<Server> followers(Server leader) {
    return cluster.servers().stream().filter(server -> server != leader).toList();
  }

  private void run(long nanos) {
    world.runUntil(world.now() + nanos);
  }

  private List<Node> listenForRestores() {
    List<Node> restored = new ArrayList<>();
    world.listen(
        new Trace() {
          @Override
          public void restored(Node server, long index) {
            restored.add(server);
          }
        });
    return restored;
  }

  private List<Long> listenForExpiries() {
    List<Long> expiries = new ArrayList<>();
    world.listen(
        new Trace() {
          @Override
          public void committed(
              Node server, long index, Command command, io.tenure.core.Applied applied) {
            if (command instanceof Command.ExpireSession) {
              expiries.add(world.now());
            }
          }
        });
    return expiries;
  }

  private static Command open(long nonce) {
    return new Command.OpenSession(nonce, TTL_MILLIS, "caller");
  }

  private static Command acquire(SessionId session) {
    return new Command.AcquireLock(
        new RequestId(session, 1),
        0,
        "owner",
        List.of(Target.exclusive(Key.of("/key"))),
        true,
        Value.NONE);
  }
}
