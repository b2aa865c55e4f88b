package io.tenure.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.replication.Member;
import io.tenure.server.service.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Nodes with real engines, disks and sockets, in this process. */
final class TestCluster implements AutoCloseable {
  private final List<TestNode> nodes = new ArrayList<>();

  TestCluster(Path directory, int size, List<String> shardStarts, FrontEndSettings settings) {
    try {
      List<Member> members = new ArrayList<>();
      for (int i = 1; i <= size; i++) {
        members.add(new Member("n" + i, freeAddress(), freeAddress()));
      }
      for (Member member : members) {
        nodes.add(new TestNode(directory, member, members, shardStarts, settings));
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

  static TestCluster single(Path directory) {
    return new TestCluster(directory, 1, List.of(""), FrontEndSettings.defaults());
  }

  static TestCluster three(Path directory) {
    return new TestCluster(directory, 3, List.of(""), FrontEndSettings.defaults());
  }

  private static String freeAddress() {
    return "127.0.0.1:" + FreePorts.next();
  }

  TestNode leader() {
    return leader(0);
  }

  /** Waits until all nodes agree. */
  TestNode leader(int shard) {
    await(() -> nodes.stream().anyMatch(node -> node.leads(shard)));
    await(() -> nodes.stream().allMatch(node -> node.knowsLeader(shard)));
    return nodes.stream().filter(node -> node.leads(shard)).findFirst().orElseThrow();
  }

  TestNode follower() {
    TestNode leader = leader();
    return nodes.stream().filter(node -> node != leader).findFirst().orElseThrow();
  }

  List<TestNode> nodes() {
    return nodes;
  }

  void kill(TestNode node) {
    nodes.remove(node);
    node.close();
  }

  static void await(BooleanSupplier condition) {
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
