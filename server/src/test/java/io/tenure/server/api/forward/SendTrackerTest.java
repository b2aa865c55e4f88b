package io.tenure.server.api.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.TenureGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SendTrackerTest {
  private final SendTracker sendTracker = new SendTracker();

  @Test
  void callNeverLeftIfNobodyListens() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(sendTracker.neverLeft(failureOfCallTo(port))).isTrue();
  }

  /** As of a process that is just being killed: its connections are taken, and reset. */
  @Test
  void callNeverLeftIfTheConnectionBreaksBeforeItIsReady() throws Exception {
    try (ServerSocket dying = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread resets =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Socket socket = dying.accept();
                    socket.setSoLinger(true, 0);
                    socket.close();
                  }
                } catch (IOException e) {
                  return; // The test is over.
                }
              });
      resets.start();

      Throwable failure = failureOfCallTo(dying.getLocalPort());

      assertThat(sendTracker.neverLeft(failure)).as("" + failure).isTrue();
    }
  }

  @Test
  void callThatTheOtherSideHasDidLeave() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    TenureGrpc.TenureImplBase silent =
        new TenureGrpc.TenureImplBase() {
          @Override
          public void get(GetRequest request, StreamObserver<GetReply> out) {
            arrived.countDown();
          }
        };
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(silent)
            .build()
            .start();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread caller = new Thread(() -> failure.set(failureOfCallTo(server.getPort())));

    caller.start();
    arrived.await();
    server.shutdownNow();
    caller.join();

    assertThat(sendTracker.neverLeft(failure.get())).as("" + failure.get()).isFalse();
  }

  private Throwable failureOfCallTo(int port) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    try {
      return catchThrowable(
          () ->
              ClientCalls.blockingUnaryCall(
                  channel,
                  TenureGrpc.getGetMethod(),
                  sendTracker.observe(CallOptions.DEFAULT),
                  GetRequest.getDefaultInstance()));
    } finally {
      channel.shutdownNow();
    }
  }
}
