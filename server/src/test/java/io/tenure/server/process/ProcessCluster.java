package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.AdminGrpc.AdminBlockingStub;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.TenureGrpc.TenureBlockingStub;
import io.tenure.protocol.v1.TransferLeadershipReply;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster of processes on this machine, new for every test. What its nodes logged is printed if
 * the test fails, and nothing of it is left behind.
 */
final class ProcessCluster implements BeforeEachCallback, AfterEachCallback {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessCluster.class);

  private static final String LEADER = "LEADER";

  private final int size;
  private final List<String> settings;
  private final List<ServerProcess> nodes = new ArrayList<>();
  private final Map<String, ManagedChannel> channels = new HashMap<>();
  private Path folder = Path.of("");

  /** A cluster whose nodes have these settings, as {@code name=value}, besides their addresses. */
  ProcessCluster(int size, String... settings) {
    this.size = size;
    this.settings = List.of(settings);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("tenure-process");
    for (int i = 1; i <= size; i++) {
      add("n" + i);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    channels.values().forEach(ManagedChannel::shutdownNow);
    channels.clear();
    nodes.forEach(ServerProcess::kill);
    if (context.getExecutionException().isPresent()) {
      nodes.forEach(ProcessCluster::print);
    }
    nodes.clear();
    delete(folder);
  }

  private static void print(ServerProcess node) {
    System.err.println("---- log of " + node.id() + " at " + node.address());
    System.err.println(node.log());
  }

  static void delete(Path path) throws IOException {
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** For whatever else a test needs on disk. */
  Path folder() {
    return folder;
  }

  /** One more node, which is not started. */
  ServerProcess add(String id) {
    return add(id, folder.resolve(id));
  }

  ServerProcess add(String id, Path data) {
    ServerProcess node = new ServerProcess(id, folder, data);
    nodes.add(node);
    return node;
  }

  void remove(ServerProcess node) {
    node.kill();
    nodes.remove(node);
  }

  List<ServerProcess> nodes() {
    return List.copyOf(nodes);
  }

  ServerProcess node(String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  /** All except this one. */
  List<ServerProcess> others(ServerProcess node) {
    return nodes.stream().filter(other -> other != node).toList();
  }

  String[] addresses() {
    return nodes.stream().map(ServerProcess::address).toArray(String[]::new);
  }

  /** Starts every node that does not run and waits for a leader. */
  ServerProcess start() {
    nodes.stream().filter(node -> !node.isAlive()).forEach(this::start);
    return leader();
  }

  /** All of them before any of them could notice that another one is gone. */
  void killAll() {
    nodes.forEach(ServerProcess::strike);
    nodes.forEach(ServerProcess::kill);
  }

  /** Starts a node among all there are. */
  void start(ServerProcess node) {
    start(node, nodes);
  }

  /** Starts a node that is told of these. */
  void start(ServerProcess node, List<ServerProcess> peers) {
    List<String> all = new ArrayList<>(settings);
    if (peers.size() > 1) {
      all.add("peers=" + peers.stream().map(ServerProcess::peer).collect(Collectors.joining(",")));
    }
    node.start(all);
  }

  /** Waits until every node that runs says the same, the leader included. */
  ServerProcess leader() {
    List<ServerProcess> found = new ArrayList<>();
    Await.until(
        "the nodes agree who leads",
        () -> {
          found.clear();
          agreed().ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  ServerProcess follower() {
    return others(leader()).get(0);
  }

  void transferLeadership(ServerProcess to) {
    Await.until(to.id() + " leads", () -> leader() == to || isTransferred(to));
  }

  /** Not if another has come to lead meanwhile, which may happen at any time. */
  boolean isTransferred(ServerProcess to) {
    TransferLeadershipRequest request =
        TransferLeadershipRequest.newBuilder().setNode(to.id()).build();
    try {
      TransferLeadershipReply reply = admin(leader()).transferLeadership(request);
      assertThat(reply.getNode()).isEqualTo(to.id());
      return leader() == to;
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode())
          .as("" + e)
          .isIn(Status.Code.FAILED_PRECONDITION, Status.Code.UNAVAILABLE);
      LOG.info("leadership was not handed over", e);
      return false;
    }
  }

  private Optional<ServerProcess> agreed() {
    List<ShardStatus> all = new ArrayList<>();
    String leader = "";
    for (ServerProcess node : nodes) {
      if (node.isRunning()) {
        Optional<ShardStatus> shard = status(node).map(status -> status.getShards(0));
        if (shard.isEmpty() || shard.get().getShard().getLeaderNode().isEmpty()) {
          return Optional.empty();
        }
        all.add(shard.get());
        leader = shard.get().getRole().equals(LEADER) ? node.id() : leader;
      }
    }
    String id = leader;
    boolean agree =
        all.stream()
            .allMatch(
                shard ->
                    shard.getShard().getLeaderNode().equals(id)
                        && shard.getTerm() == all.get(0).getTerm());
    return agree && !id.isEmpty() ? Optional.of(node(id)) : Optional.empty();
  }

  /** What the node says of its only shard. */
  ShardStatus shard(ServerProcess node) {
    List<ShardStatus> found = new ArrayList<>();
    Await.until(
        node.id() + " answers",
        () -> {
          status(node).ifPresent(status -> found.add(status.getShards(0)));
          return !found.isEmpty();
        });
    return found.get(0);
  }

  Optional<StatusReply> status(ServerProcess node) {
    try {
      AdminBlockingStub admin = admin(node).withDeadlineAfter(2, TimeUnit.SECONDS);
      StatusReply reply = admin.status(StatusRequest.getDefaultInstance());
      return reply.getShardsCount() == 0 ? Optional.empty() : Optional.of(reply);
    } catch (StatusRuntimeException e) {
      return Optional.empty();
    }
  }

  /** Waits until the node has applied what the leader has by now. */
  void awaitCaughtUp(ServerProcess node) {
    long applied = shard(leader()).getAppliedIndex();
    Await.until(node.id() + " has caught up", () -> shard(node).getAppliedIndex() >= applied);
  }

  AdminBlockingStub admin(ServerProcess node) {
    return AdminGrpc.newBlockingStub(channel(node))
        .withDeadlineAfter(Await.SECONDS, TimeUnit.SECONDS);
  }

  TenureBlockingStub calls(ServerProcess node) {
    return TenureGrpc.newBlockingStub(channel(node))
        .withDeadlineAfter(Await.SECONDS, TimeUnit.SECONDS);
  }

  /** A node that was away may be back; gRPC would wait a while before it looks. */
  private ManagedChannel channel(ServerProcess node) {
    ManagedChannel channel =
        channels.computeIfAbsent(
            node.address(),
            address -> ManagedChannelBuilder.forTarget(address).usePlaintext().build());
    channel.resetConnectBackoff();
    return channel;
  }

  /**
   * The files of the engine in the directory of a node with one shard whose names begin like this,
   * in order. The node may be running.
   */
  static List<Path> engineFiles(Path data, String beginning) {
    List<Path> found = new ArrayList<>();
    Path shard = listed(data.resolve("raft")).get(0);
    for (String kind : List.of("current", "sm")) {
      found.addAll(listed(shard.resolve(kind)));
    }
    found.removeIf(file -> !file.getFileName().toString().startsWith(beginning));
    return found;
  }

  private static List<Path> listed(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
