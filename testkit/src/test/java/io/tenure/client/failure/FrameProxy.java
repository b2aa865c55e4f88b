package io.tenure.client.failure;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Stands between a client and a node, and passes on what they say: as it is, changed, or late. Each
 * direction of each stream has a thread while it has something to say, so a test may block it.
 */
public final class FrameProxy extends TenureGrpc.TenureImplBase implements AutoCloseable {
  private final ManagedChannel node;
  private final Server server;
  private final UnaryOperator<ServerFrame> change;

  /** What was said, in the order in which it came by: {@code asked ACQUIRE} and the like. */
  private final List<String> story = new CopyOnWriteArrayList<>();

  /**
   * A proxy that listens.
   *
   * @param target where the node is
   * @param change what to make of what the node says
   */
  public FrameProxy(String target, UnaryOperator<ServerFrame> change) throws IOException {
    this.change = change;
    node = NettyChannelBuilder.forTarget("dns:///" + target).usePlaintext().build();
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = NettyServerBuilder.forAddress(anywhere).addService(this).build().start();
  }

  public String endpoint() {
    return "127.0.0.1:" + server.getPort();
  }

  List<String> story() {
    return story;
  }

  long count(String saying) {
    return story.stream().filter(saying::equals).count();
  }

  @Override
  public StreamObserver<ClientFrame> connect(StreamObserver<ServerFrame> client) {
    Stream stream = new Stream();
    StreamObserver<ServerFrame> toClient = pass(client, change, stream::answered);
    StreamObserver<ClientFrame> toNode = TenureGrpc.newStub(node).connect(toClient);
    return pass(toNode, frame -> frame, stream::asked);
  }

  /** What is said on one stream. The words of one that asks to be passed on begin with that. */
  private final class Stream {
    private volatile String way = "";

    private void asked(ClientFrame frame) {
      if (frame.hasHello() && !frame.getHello().getFollowsHints()) {
        way = "passed on: ";
      }
      frame.getRequestsList().forEach(each -> story.add(way + "asked " + each.getCallCase()));
    }

    private void answered(ServerFrame frame) {
      frame.getRepliesList().forEach(each -> story.add(way + "answered " + each.getResultCase()));
    }
  }

  private static <T> StreamObserver<T> pass(
      StreamObserver<T> to, UnaryOperator<T> change, Consumer<T> heard) {
    return new StreamObserver<>() {
      @Override
      public void onNext(T frame) {
        T changed = change.apply(frame);
        heard.accept(changed);
        guarded(() -> to.onNext(changed));
      }

      @Override
      public void onError(Throwable why) {
        guarded(() -> to.onError(why));
      }

      @Override
      public void onCompleted() {
        guarded(to::onCompleted);
      }
    };
  }

  private static void guarded(Runnable saying) {
    try {
      saying.run();
    } catch (IllegalStateException over) {
      // The other side has left.
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    node.shutdownNow();
  }
}
