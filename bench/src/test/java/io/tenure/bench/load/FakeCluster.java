package io.tenure.bench.load;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes with one state in common, of which one leads. Good enough to load, not to trust: nothing is
 * replicated.
 */
final class FakeCluster implements AutoCloseable {
  private final FakeState state = new FakeState();
  private final List<Node> nodes = new ArrayList<>();
  private int leader;

  FakeCluster(int size) throws IOException {
    for (int i = 0; i < size; i++) {
      nodes.add(new Node("n" + i));
    }
  }

  List<Server> servers() {
    return nodes.stream().map(node -> new Server("127.0.0.1", node.server.getPort())).toList();
  }

  FakeState state() {
    return state;
  }

  /** The leader goes on to execute as long as it leads, and answers nothing any more. */
  void muteLeader() {
    synchronized (state) {
      nodes.get(leader).muted = true;
    }
  }

  void stopLeader() {
    nodes.get(leader).server.shutdownNow();
  }

  void elect(int next) {
    synchronized (state) {
      leader = next;
      nodes.forEach(Node::welcomeAll);
    }
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.server.shutdownNow());
  }

  private final class Node extends TenureGrpc.TenureImplBase {
    private final String name;
    private final io.grpc.Server server;
    private final List<Stream> streams = new ArrayList<>();
    private boolean muted;

    Node(String name) throws IOException {
      this.name = name;
      this.server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .addService(this)
              .build()
              .start();
    }

    boolean leads() {
      return nodes.get(leader) == this;
    }

    void welcomeAll() {
      streams.forEach(Stream::welcome);
    }

    @Override
    public StreamObserver<ClientFrame> connect(StreamObserver<ServerFrame> replies) {
      Stream stream = new Stream(this, replies);
      synchronized (state) {
        streams.add(stream);
      }
      return stream;
    }
  }

  private final class Stream implements StreamObserver<ClientFrame> {
    private final Node node;
    private final StreamObserver<ServerFrame> out;
    private boolean followsHints;

    Stream(Node node, StreamObserver<ServerFrame> out) {
      this.node = node;
      this.out = out;
    }

    @Override
    public void onNext(ClientFrame frame) {
      synchronized (state) {
        if (frame.hasHello()) {
          followsHints = frame.getHello().getFollowsHints();
          welcome();
        }
        for (Request request : frame.getRequestsList()) {
          if (node.leads() || !followsHints) {
            state.execute(request, reply -> answer(request, reply));
          } else {
            Error error = Error.newBuilder().setReason(Reason.NOT_LEADER).build();
            answer(request, Reply.newBuilder().setError(error));
          }
        }
      }
    }

    private void answer(Request request, Reply.Builder reply) {
      Reply bound = reply.setCorrelation(request.getCorrelation()).build();
      send(ServerFrame.newBuilder().addReplies(bound).build());
    }

    void welcome() {
      Shard shard = Shard.newBuilder().setLeaderNode(nodes.get(leader).name).build();
      Welcome welcome = Welcome.newBuilder().setNode(node.name).addShards(shard).build();
      send(ServerFrame.newBuilder().setWelcome(welcome).build());
    }

    private void send(ServerFrame frame) {
      if (!node.muted && !node.server.isShutdown()) {
        out.onNext(frame);
      }
    }

    @Override
    public void onError(Throwable cause) {
      onCompleted();
    }

    @Override
    public void onCompleted() {
      synchronized (state) {
        node.streams.remove(this);
      }
    }
  }
}
