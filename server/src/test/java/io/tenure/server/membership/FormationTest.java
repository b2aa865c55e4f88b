package io.tenure.server.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.directory.DataDirectory;
import io.tenure.server.directory.IntroductionReply;
import io.tenure.server.directory.JoinState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FormationTest {
  private static final IntroductionReply NEW = new IntroductionReply(true, false, true);
  private static final IntroductionReply FORMED = new IntroductionReply(true, true, true);
  private static final IntroductionReply STRANGER = new IntroductionReply(true, true, false);
  private static final IntroductionReply REFUSED = new IntroductionReply(false, true, true);

  @TempDir Path folder;
  private final List<DataDirectory> opened = new ArrayList<>();

  @AfterEach
  void closeDirectories() throws Exception {
    for (DataDirectory directory : opened) {
      directory.close();
    }
  }

  @Test
  void singleNodeFoundsItsClusterAtOnce() throws Exception {
    Node node = new Node("n1", 1);

    assertThat(node.complete()).isEqualTo(JoinState.FOUNDER);
    assertThat(node.directory.formed()).isTrue();
    assertThat(node.peers.questions).isZero();
  }

  @Test
  void newNodeFoundsTheClusterWithBothOthers() throws Exception {
    Node node = new Node("n3", 3);
    node.peers.say("n1", NEW).say("n2", NEW);

    assertThat(node.complete()).isEqualTo(JoinState.FOUNDER);
    assertThat(node.directory.standing()).isEqualTo(JoinState.FOUNDER);
  }

  @Test
  void settledNodeAsksNobody() throws Exception {
    Node node = new Node("n3", 3);
    node.directory.form(JoinState.JOINED);

    assertThat(node.complete()).isEqualTo(JoinState.JOINED);
    assertThat(node.peers.questions).isZero();
  }

  @Test
  void nodeKeepsAskingUntilEnoughPeersHaveAnswered() throws Exception {
    Node node = new Node("n3", 3);
    node.peers.say("n1", NEW);
    FutureTask<JoinState> formation = node.start();

    node.peers.awaitQuestions(10);
    assertThat(formation.isDone()).isFalse();
    assertThat(node.directory.formed()).isFalse();
    node.peers.say("n2", NEW);

    assertThat(formation.get()).isEqualTo(JoinState.FOUNDER);
  }

  @Test
  void acceptanceCountsWhenItsPeerIsGoneAgain() throws Exception {
    Node node = new Node("n3", 3);
    node.peers.say("n1", NEW);
    FutureTask<JoinState> formation = node.start();
    node.peers.awaitQuestions(10);

    node.peers.silence("n1");
    node.peers.awaitQuestions(10);
    node.peers.say("n2", NEW);

    assertThat(formation.get()).isEqualTo(JoinState.FOUNDER);
  }

  @Test
  void interruptedNodeHasNotTakenPart() throws Exception {
    Node node = new Node("n3", 3);
    CountDownLatch ended = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                node.complete();
              } catch (InterruptedException e) {
                ended.countDown();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    node.peers.awaitQuestions(2);

    thread.interrupt();

    ended.await();
    assertThat(node.directory.formed()).isFalse();
  }

  @Test
  void nodeThatLostItsDataDoesNotComeBackUnderItsOldId() throws Exception {
    Node node = new Node("n3", 3);
    node.peers.say("n1", REFUSED).say("n2", FORMED);

    assertThatThrownBy(node::complete)
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "n3 has an empty data directory, but n1 has a record of n3 with another one. A voter"
                + " that lost its data has forgotten its vote and must not return under its old"
                + " id. Run `tenure member remove n3`, then start it with a new id and run `tenure"
                + " member add`. If no node with this id was ever a member, run `tenure member forget"
                + " n3`");
    assertThat(node.directory.formed()).isFalse();
  }

  /** No client port is open yet, so that `member forget` could be asked there. */
  @Test
  void nodeThatIsRefusedBeforeThereIsAClusterIsToldHowToClearTheRecordOffline() throws Exception {
    Node node = new Node("n3", 3);
    node.peers.say("n1", new IntroductionReply(false, false, true)).say("n2", NEW);

    assertThatThrownBy(node::complete)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith(
            "n3 has an empty data directory, but n1 has a record of n3 with another one.")
        .hasMessageEndingWith(
            "n1 has not joined a cluster yet. If no other node of this cluster has either (none"
                + " has logged that it founds the cluster), stop n1, run `tenure member forget n3"
                + " --data DIRECTORY` with its data directory, and start both again");
    assertThat(node.directory.formed()).isFalse();
  }

  @Test
  void oneRefusalOutweighsAnyNumberOfAcceptances() {
    assertThatThrownBy(
            () ->
                Formation.decide(
                    "n5", 4, Map.of("n1", FORMED, "n2", FORMED, "n3", FORMED, "n4", REFUSED)))
        .isInstanceOf(StartRefusedException.class);
  }

  @Test
  void memberThatStartsLateNeedsAsManyWitnessesAsAFounder() throws Exception {
    assertThat(Formation.decide("n3", 2, Map.of("n1", FORMED))).isNull();
    assertThat(Formation.decide("n3", 2, Map.of("n1", FORMED, "n2", FORMED)))
        .isEqualTo(JoinState.FOUNDER);
    assertThat(Formation.decide("n5", 4, Map.of("n1", FORMED, "n2", FORMED))).isNull();
    assertThat(Formation.decide("n5", 4, Map.of("n1", FORMED, "n2", NEW, "n4", FORMED)))
        .isEqualTo(JoinState.FOUNDER);
  }

  @Test
  void nodeThatTheClusterDoesNotKnowWaitsToBeAdded() throws Exception {
    Node node = new Node("n4", 4);
    node.peers.say("n1", STRANGER).say("n2", STRANGER);

    assertThat(node.complete()).isEqualTo(JoinState.JOINED);
    assertThat(node.directory.standing()).isEqualTo(JoinState.JOINED);
  }

  @Test
  void nodeThatAFormedClusterDoesNotExpectWaitsToBeAdded() throws Exception {
    IntroductionReply unknown = new IntroductionReply(false, true, false, true);

    assertThat(Formation.decide("n4", 3, Map.of("n1", unknown))).isNull();
    assertThat(Formation.decide("n4", 3, Map.of("n1", unknown, "n2", unknown)))
        .isEqualTo(JoinState.JOINED);
  }

  @Test
  void founderWaitsForPeersThatDoNotExpectItYet() throws Exception {
    IntroductionReply unknown = new IntroductionReply(false, false, false, true);

    assertThat(Formation.decide("n3", 2, Map.of("n1", NEW, "n2", unknown))).isNull();
    assertThat(Formation.decide("n3", 2, Map.of("n1", unknown, "n2", unknown))).isNull();
  }

  @Test
  void unexpectedIdIsNotRecorded() throws Exception {
    Node node = new Node("n1", 3);

    IntroductionReply answer = IntroductionReply.answer(node.directory, "n9", 1, false, false);

    assertThat(answer).isEqualTo(new IntroductionReply(false, false, false, true));
    assertThat(node.directory.knows("n9")).isFalse();
  }

  @Test
  void whoeverJoinsNeedsAsManyWitnesses() throws Exception {
    assertThat(Formation.decide("n4", 3, Map.of("n1", STRANGER))).isNull();
    assertThat(Formation.decide("n4", 3, Map.of("n1", STRANGER, "n2", FORMED)))
        .isEqualTo(JoinState.JOINED);
    assertThat(Formation.decide("n2", 1, Map.of("n1", STRANGER))).isEqualTo(JoinState.JOINED);
  }

  /** Whatever majority of witnesses the first life had, and whichever the second one asks. */
  @Test
  void anyTwoSufficientSetsOfWitnessesShareOne() throws Exception {
    for (int others = 1; others <= 8; others++) {
      int enough = 0;
      while (Formation.decide("n", others, answers(enough)) == null) {
        enough++;
      }
      assertThat(2 * enough).isGreaterThan(others);
      assertThat(enough).isLessThanOrEqualTo(others);
    }
  }

  @Test
  void threeNodesFoundAClusterAndOneThatLosesItsDataIsRefused() throws Exception {
    Map<String, DataDirectory> nodes = new ConcurrentHashMap<>();
    List<FutureTask<JoinState>> starts = new ArrayList<>();
    for (String id : List.of("n1", "n2", "n3")) {
      Node node = new Node(id, 3);
      nodes.put(id, node.directory);
    }
    for (DataDirectory directory : nodes.values()) {
      starts.add(start(formation(directory, 3, real(nodes))));
    }
    for (FutureTask<JoinState> start : starts) {
      assertThat(start.get()).isEqualTo(JoinState.FOUNDER);
    }

    DataDirectory wiped = open("n3", "n3-again", 3);

    assertThatThrownBy(formation(wiped, 3, real(nodes))::complete)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("has a record of n3 with another one");
  }

  private static Map<String, IntroductionReply> answers(int count) {
    Map<String, IntroductionReply> answers = new ConcurrentHashMap<>();
    for (int i = 0; i < count; i++) {
      answers.put("w" + i, NEW);
    }
    return answers;
  }

  /** Asks the directories themselves. */
  private static PeerIntroduction real(Map<String, DataDirectory> nodes) {
    return (address, node, incarnation) ->
        CompletableFuture.supplyAsync(
            () -> {
              try {
                DataDirectory asked = nodes.get(idAt(address));
                return IntroductionReply.answer(asked, node, incarnation, true, true);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
  }

  private static String idAt(String address) {
    return "n" + address.charAt("10.0.0.".length());
  }

  private static FutureTask<JoinState> start(Formation formation) {
    FutureTask<JoinState> task = new FutureTask<>(formation::complete);
    new Thread(task).start();
    return task;
  }

  private static Formation formation(
      DataDirectory directory, int nodes, PeerIntroduction introduction) throws Exception {
    return new Formation(
        directory,
        config(directory.node(), "unused", nodes).addresses(),
        introduction,
        Duration.ofMillis(1));
  }

  private DataDirectory open(String id, String name, int nodes) throws Exception {
    DataDirectory directory =
        DataDirectory.open(config(id, folder.resolve(name).toString(), nodes));
    opened.add(directory);
    return directory;
  }

  private static ServerConfig config(String id, String data, int nodes) throws Exception {
    List<String> peers = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      peers.add("n" + i + "=10.0.0." + i + ":7400");
    }
    return ServerConfig.load(
        null, Map.of("data", data, "id", id, "min-free", "0B", "peers", String.join(",", peers)));
  }

  /** A node with an empty directory, and peers that say what the test tells them. */
  private final class Node {
    final DataDirectory directory;
    final FakePeers peers = new FakePeers();
    private final Formation formation;

    Node(String id, int nodes) throws Exception {
      directory = open(id, id, nodes);
      formation = formation(directory, nodes, peers);
    }

    JoinState complete() throws Exception {
      return formation.complete();
    }

    FutureTask<JoinState> start() {
      return FormationTest.start(formation);
    }
  }

  private static final class FakePeers implements PeerIntroduction {
    private final Map<String, IntroductionReply> answers = new ConcurrentHashMap<>();
    private int questions;

    FakePeers say(String id, IntroductionReply answer) {
      answers.put(id, answer);
      return this;
    }

    void silence(String id) {
      answers.remove(id);
    }

    @Override
    public synchronized CompletableFuture<IntroductionReply> introduce(
        String address, String node, long incarnation) {
      questions++;
      notifyAll();
      IntroductionReply answer = answers.get(idAt(address));
      return answer == null
          ? CompletableFuture.failedFuture(new IllegalStateException("nobody there"))
          : CompletableFuture.completedFuture(answer);
    }

    synchronized void awaitQuestions(int more) throws InterruptedException {
      int enough = questions + more;
      while (questions < enough) {
        wait();
      }
    }
  }
}
