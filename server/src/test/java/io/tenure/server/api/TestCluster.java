package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Ports;
import io.tenure.raft.Member;
import io.tenure.server.config.FrontEndSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Nodes with real engines, disks and sockets, in this process. */
public final class TestCluster implements AutoCloseable {
  /** When nodes run for leader by themselves, at least; at most it is twice as long. */
  private static final Duration QUICK = Duration.ofMillis(300);

  /** So that leaders stay so, also on a machine that stalls. */
  private static final Duration STEADY = Duration.ofSeconds(2);

  private final List<TestNode> nodes = new ArrayList<>();

  TestCluster(Path directory, int size, List<String> shardStarts, FrontEndSettings settings) {
    this(directory, size, shardStarts, settings, QUICK);
  }

  private TestCluster(
      Path directory,
      int size,
      List<String> shardStarts,
      FrontEndSettings settings,
      Duration electionTimeout) {
    try {
      List<Member> members = new ArrayList<>();
      for (int i = 1; i <= size; i++) {
        members.add(new Member("n" + i, freeAddress(), freeAddress()));
      }
      for (Member member : members) {
        nodes.add(new TestNode(directory, member, members, shardStarts, settings, electionTimeout));
      }
      for (TestNode node : nodes) {
        node.start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int shard = 0; shard < shardStarts.size(); shard++) {
      leader(shard);
    }
  }

  public static TestCluster single(Path directory) {
    return new TestCluster(directory, 1, List.of(""), FrontEndSettings.defaults());
  }

  static TestCluster three(Path directory) {
    return new TestCluster(directory, 3, List.of(""), FrontEndSettings.defaults());
  }

  /** Three nodes, for tests in which nobody else is to be elected. */
  public static TestCluster steady(Path directory, String... shardStarts) {
    return new TestCluster(directory, 3, List.of(shardStarts), FrontEndSettings.defaults(), STEADY);
  }

  private static String freeAddress() {
    return "127.0.0.1:" + Ports.free();
  }

  public TestNode leader() {
    return leader(0);
  }

  /** Waits until all nodes agree. */
  public TestNode leader(int shard) {
    List<TestNode> found = new ArrayList<>();
    await(
        () -> {
          found.clear();
          nodes.stream().filter(node -> node.leads(shard)).forEach(found::add);
          return found.size() == 1 && nodes.stream().allMatch(node -> node.knowsLeader(shard));
        });
    return found.get(0);
  }

  public TestNode follower() {
    TestNode leader = leader();
    return nodes.stream().filter(node -> node != leader).findFirst().orElseThrow();
  }

  public List<TestNode> nodes() {
    return nodes;
  }

  void kill(TestNode node) {
    nodes.remove(node);
    node.close();
  }

  public static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time to wait for it").isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  @Override
  public void close() {
    nodes.forEach(TestNode::close);
  }
}
