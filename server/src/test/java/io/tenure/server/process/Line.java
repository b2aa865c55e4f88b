package io.tenure.server.process;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** One Connect stream on a connection of its own. Used by one thread at a time. */
final class Line implements AutoCloseable {
  private final ManagedChannel channel;
  private final ClientCallStreamObserver<ClientFrame> out;
  private final boolean followsHints;
  private boolean greeted;

  /**
   * Begins to connect.
   *
   * @param frames hears what comes, on one of the transport's threads
   * @param ended hears once that nothing will come any more
   */
  Line(String address, boolean followsHints, Consumer<ServerFrame> frames, Runnable ended) {
    this.followsHints = followsHints;
    this.channel = ManagedChannelBuilder.forTarget(address).usePlaintext().directExecutor().build();
    this.out =
        (ClientCallStreamObserver<ClientFrame>)
            TenureGrpc.newStub(channel).connect(new Hearing(frames, ended));
  }

  private record Hearing(Consumer<ServerFrame> frames, Runnable ended)
      implements ClientResponseObserver<ClientFrame, ServerFrame> {
    @Override
    public void beforeStart(ClientCallStreamObserver<ClientFrame> call) {}

    @Override
    public void onNext(ServerFrame frame) {
      frames.accept(frame);
    }

    @Override
    public void onError(Throwable thrown) {
      ended.run();
    }

    @Override
    public void onCompleted() {
      ended.run();
    }
  }

  void send(Request request) {
    send(List.of(request));
  }

  void send(Collection<Request> requests) {
    ClientFrame.Builder frame = ClientFrame.newBuilder().addAllRequests(requests);
    if (!greeted) {
      greeted = true;
      frame.setHello(Hello.newBuilder().setFollowsHints(followsHints));
    }
    out.onNext(frame.build());
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
