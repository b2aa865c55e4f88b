package io.tenure.server.raft.ratis;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.raft.HostAndPort;
import io.tenure.raft.Member;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Leadership;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import io.tenure.server.raft.ratis.EngineCluster.RecordedAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class EngineTest {
  @TempDir Path directory;

  private static SessionId open(EngineCluster cluster, long nonce) {
    Outcome outcome = cluster.apply(new OpenSession(nonce, 30_000, "test"));
    return ((Outcome.SessionOpened) outcome).session();
  }

  private static Command acquire(SessionId session, long number, String key) {
    return new AcquireLock(
        new RequestId(session, number),
        0,
        "owner-" + session,
        List.of(Target.exclusive(Key.of(key))),
        true,
        Value.NONE);
  }

  private static long token(Outcome outcome) {
    return ((Outcome.Granted) outcome).token();
  }

  @Test
  void aSingleNodeGrantsAndRemembersAfterARestart() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      SessionId session = open(cluster, 1);
      long token = token(cluster.apply(acquire(session, 1, "/a")));

      cluster.stop("n1");
      cluster.restart("n1");

      assertThat(token(cluster.apply(acquire(session, 1, "/a")))).isEqualTo(token);
      SessionId other = open(cluster, 2);
      assertThat(cluster.apply(acquire(other, 1, "/a"))).isInstanceOf(Outcome.Queued.class);
    }
  }

  @Test
  void aNodeThatWasStoppedBeforeItHadWrittenItsMembersDownStartsAgain() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      cluster.stop("n1"); // At once: nobody has been elected yet.
      cluster.restart("n1");

      assertThat(open(cluster, 1)).isNotNull();
    }
  }

  @Test
  void aPortThatIsTakenIsAnErrorAndNotTheEndOfTheProcess() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      String address = cluster.member("n1").raftAddress();
      cluster.stop("n1");
      InetSocketAddress taken =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), HostAndPort.parse(address).port());

      try (ServerSocket other = new ServerSocket()) {
        other.bind(taken);
        assertThatThrownBy(() -> cluster.restart("n1"))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(address);
      }
    }
  }

  @Test
  void whatTheLeaderGrantedIsOnEveryNode() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      SessionId session = open(cluster, 1);
      long token = token(cluster.apply(acquire(session, 1, "/a")));

      for (Node node : cluster.nodes()) {
        await(() -> node.shard().readStale(state -> state.hold(token) != null));
      }
    }
  }

  @Test
  void aFollowerRefusesAndNamesTheLeader() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      Node follower = cluster.followers().get(0);
      await(() -> follower.shard().leadership().leader() != null);

      RecordedAnswer answer = new RecordedAnswer();
      follower.shard().propose(new OpenSession(1, 30_000, ""), answer);

      assertThat(answer.failures).hasSize(1);
      assertThat(answer.failures.get(0).kind()).isEqualTo(Failure.Kind.NOT_LEADER);
      assertThat(answer.failures.get(0).leader().node()).isEqualTo(cluster.leader().id);
    }
  }

  @Test
  void aWaitingRequestIsAnsweredWhenItIsGranted() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      Node leader = cluster.leader();
      SessionId first = open(cluster, 1);
      SessionId second = open(cluster, 2);
      long token = token(cluster.apply(acquire(first, 1, "/a")));
      RecordedAnswer waiting = new RecordedAnswer();
      leader.shard().propose(acquire(second, 1, "/a"), waiting);
      await(waiting::heard);

      cluster.apply(new ReleaseLock(new RequestId(first, 2), 0, token));

      await(() -> waiting.outcomes.size() == 2);
      assertThat(waiting.outcomes.get(0)).isInstanceOf(Outcome.Queued.class);
      assertThat(token(waiting.outcomes.get(1))).isGreaterThan(token);
    }
  }

  @Test
  void afterALeaderIsGoneNothingIsLostAndTokensGrow() throws Exception {
    try (EngineCluster cluster =
        new EngineCluster(
            directory, 3, EngineCluster.SETTINGS, List.of("main"), EngineCluster.STEADY)) {
      Node old = cluster.leader();
      SessionId first = open(cluster, 1);
      SessionId second = open(cluster, 2);
      long token = token(old.apply(acquire(first, 1, "/a")));
      RecordedAnswer waiting = new RecordedAnswer();
      old.shard().propose(acquire(second, 1, "/a"), waiting);
      await(waiting::heard);

      cluster.stop(old.id);

      Node next = cluster.leader();
      assertThat(token(next.apply(acquire(first, 1, "/a")))).isEqualTo(token);
      RecordedAnswer again = new RecordedAnswer();
      next.shard().propose(acquire(second, 1, "/a"), again);
      assertThat(again.outcome()).isInstanceOf(Outcome.Queued.class);
      next.apply(new ReleaseLock(new RequestId(first, 2), 0, token));
      await(() -> again.outcomes.size() == 2);
      assertThat(token(again.outcomes.get(1))).isGreaterThan(token);
      await(() -> !waiting.failures.isEmpty());
      assertThat(waiting.failures.get(0).kind()).isEqualTo(Failure.Kind.LEADERSHIP_LOST);
    }
  }

  @Test
  void aLaggingNodeIsBroughtBackByASnapshot() throws Exception {
    ShardSettings often = new ShardSettings(16, 1 << 12, 2, 20_000, 1 << 14, 1_000_000);
    try (EngineCluster cluster = new EngineCluster(directory, 3, often, List.of("main"))) {
      SessionId session = open(cluster, 1);
      String lagging = cluster.followers().get(0).id;
      cluster.stop(lagging);
      long last = 0;
      for (int i = 1; i <= 200; i++) {
        last = token(cluster.apply(acquire(session, i, "/k/" + i + "x".repeat(400))));
      }
      long token = last;
      await(() -> snapshotIndex(cluster.leader()) > 50);

      cluster.restart(lagging);

      Node back = cluster.node(lagging);
      await(() -> back.shard().readStale(state -> state.hold(token) != null));
      await(() -> back.notices.contains("restored"));
      assertThat(back.fatal).isEmpty();
    }
  }

  private static long snapshotIndex(Node node) {
    return node.shard().status().snapshotIndex();
  }

  @Test
  void aConfirmedReadSeesWhatWasAcknowledged() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      Node leader = cluster.leader();
      SessionId session = open(cluster, 1);
      long token = token(cluster.apply(acquire(session, 1, "/a")));

      boolean held =
          leader.shard().read(state -> state.hold(token) != null).get(10, TimeUnit.SECONDS);

      assertThat(held).isTrue();
    }
  }

  @Test
  void withoutAMajorityNothingIsAcknowledged() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      Node leader = cluster.leader();
      SessionId session = open(cluster, 1);
      List<String> others = cluster.followers().stream().map(node -> node.id).toList();
      for (String other : others) {
        cluster.stop(other);
      }

      RecordedAnswer answer = new RecordedAnswer();
      leader.shard().propose(acquire(session, 1, "/a"), answer);
      var confirmed = leader.shard().confirmLeadership(leader.shard().leadership().term());

      await(confirmed::isDone);
      assertThat(confirmed).isCompletedExceptionally();
      assertThat(answer.outcomes).isEmpty();
    }
  }

  @Test
  void aNewNodeTakesThePlaceOfALostOne() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      SessionId session = open(cluster, 1);
      long token = token(cluster.apply(acquire(session, 1, "/a")));
      String lost = cluster.followers().get(0).id;
      cluster.stop(lost);
      change(cluster, membership -> membership.remove(0, lost));

      Member added = cluster.startNew("n4");
      change(cluster, membership -> membership.add(0, added));

      Node fresh = cluster.node("n4");
      await(() -> fresh.shard().readStale(state -> state.hold(token) != null));
      Set<String> members =
          cluster.leader().engine.membership().members(0).stream()
              .map(Member::id)
              .collect(Collectors.toSet());
      assertThat(members).contains("n4").doesNotContain(lost).hasSize(3);
    }
  }

  /** Once more if another has come to lead meanwhile, which may happen at any time. */
  private static void change(
      EngineCluster cluster, Function<Membership, CompletableFuture<List<Member>>> change)
      throws Exception {
    while (true) {
      Node leader = cluster.leader();
      long term = leader.shard().leadership().term();
      try {
        change.apply(leader.engine.membership()).get(30, TimeUnit.SECONDS);
        return;
      } catch (ExecutionException e) {
        Leadership now = cluster.leader().shard().leadership();
        if (now.term() == term) {
          throw e;
        }
      }
    }
  }

  @Test
  void leadershipCanBeHandedOver() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      Node old = cluster.leader();
      String next = cluster.followers().get(0).id;

      await(() -> cluster.leader().id.equals(next) || isHandedOver(cluster, next));

      await(() -> !old.shard().leadership().leads());
    }
  }

  /** A transfer that takes too long is given up. */
  private static boolean isHandedOver(EngineCluster cluster, String next) {
    try {
      String chosen =
          cluster
              .leader()
              .engine
              .membership()
              .transferLeadership(0, next)
              .get(10, TimeUnit.SECONDS);
      assertThat(chosen).isEqualTo(next);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOfAny(IOException.class, IllegalStateException.class);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
    return cluster.leader().id.equals(next);
  }

  @Test
  void shardsAreGroupsOfTheirOwn() throws Exception {
    try (EngineCluster cluster =
        new EngineCluster(directory, 3, EngineCluster.SETTINGS, List.of("low", "high"))) {
      RecordedAnswer low = new RecordedAnswer();
      RecordedAnswer high = new RecordedAnswer();

      cluster.leader(0).engine.shards().get(0).propose(new OpenSession(1, 30_000, ""), low);
      cluster.leader(1).engine.shards().get(1).propose(new OpenSession(1, 30_000, ""), high);

      assertThat(low.outcome()).isEqualTo(new Outcome.SessionOpened(new SessionId(1)));
      assertThat(high.outcome()).isEqualTo(new Outcome.SessionOpened(new SessionId(1)));
    }
  }
}
