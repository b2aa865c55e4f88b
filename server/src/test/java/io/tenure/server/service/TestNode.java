package io.tenure.server.service;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.Node;
import io.tenure.server.ServerConfig;
import io.tenure.server.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node that a test starts and stops, and the calls to it. */
final class TestNode {
  private static final String HOST = "127.0.0.1";

  private final String id;
  private final Path data;
  private final int port = FreePorts.next();
  private final int raftPort = FreePorts.next();
  private @Nullable Node node;
  private @Nullable ManagedChannel channel;

  TestNode(String id, Path data) {
    this.id = id;
    this.data = data;
  }

  String id() {
    return id;
  }

  String address() {
    return HOST + ":" + port;
  }

  /** As in the setting {@code peers}. */
  String asPeer() {
    return id + "=" + address() + "/" + raftPort;
  }

  Member asMember() {
    return Member.newBuilder()
        .setNode(id)
        .setAddress(address())
        .setRaftAddress(HOST + ":" + raftPort)
        .build();
  }

  Path data() {
    return data;
  }

  /** Returns when it takes calls. */
  void start(Map<String, String> settings) throws StartRefusedException, InterruptedException {
    Map<String, String> flags = new HashMap<>();
    flags.put("data", data.toString());
    flags.put("id", id);
    flags.put("listen", address());
    flags.put("raft-listen", HOST + ":" + raftPort);
    flags.put("http-listen", "off");
    flags.put("min-free", "0MiB");
    flags.put("warm-up", "false");
    flags.putAll(settings);
    closeChannel();
    node = Node.start(ServerConfig.load(null, flags));
    channel = NettyChannelBuilder.forAddress(HOST, port).usePlaintext().build();
  }

  boolean isRunning() {
    return node != null;
  }

  /** In good order, as an operator does it. */
  void stop() {
    stopLeavingClients();
    closeChannel();
  }

  private void closeChannel() {
    if (channel != null) {
      channel.shutdownNow();
      channel = null;
    }
  }

  /** Like {@link #stop}, but who is connected stays so as long as the node lets it. */
  void stopLeavingClients() {
    if (node != null) {
      Node stopping = node;
      node = null;
      stopping.close();
    }
  }

  /** What its HTTP endpoint says; it must be on. */
  HttpResponse<String> http(String path) {
    String address = Objects.requireNonNull(node).httpAddress().orElseThrow();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A connection beside that of the others; the caller closes it. */
  ManagedChannel newChannel() {
    return NettyChannelBuilder.forAddress(HOST, port).usePlaintext().build();
  }

  ManagedChannel channel() {
    return Objects.requireNonNull(channel, "not running");
  }

  TenureGrpc.TenureBlockingStub calls() {
    return TenureGrpc.newBlockingStub(channel())
        .withDeadlineAfter(Await.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  TenureGrpc.TenureFutureStub futureCalls() {
    return TenureGrpc.newFutureStub(channel())
        .withDeadlineAfter(Await.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  AdminGrpc.AdminBlockingStub admin() {
    return AdminGrpc.newBlockingStub(channel())
        .withDeadlineAfter(Await.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  StatusReply status() {
    return admin().status(StatusRequest.getDefaultInstance());
  }

  ShardStatus status(int shard) {
    return status().getShards(shard);
  }

  /** Who leads the shard as this node sees it, or nothing. */
  String leader(int shard) {
    try {
      return status(shard).getShard().getLeaderNode();
    } catch (StatusRuntimeException unreachable) {
      return "";
    }
  }

  /** Whether it answers as the leader of the shard, without asking another node. */
  boolean isReady(int shard) {
    String from = status(shard).getShard().getFrom();
    try (TestClient client = TestClient.thatFollowsHints(this)) {
      return client.call(Ask.get("/" + (from.isEmpty() ? "a" : from))).hasGet();
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
