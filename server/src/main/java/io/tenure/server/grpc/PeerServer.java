package io.tenure.server.grpc;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/** Answers other nodes, and nobody else, while this one does not take part yet. */
public final class PeerServer implements AutoCloseable {
  private final Server server;

  public PeerServer(SocketAddress address, Transport transport, PeerDesk desk) {
    server =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(transport.acceptor())
            .workerEventLoopGroup(transport.workers())
            .channelFactory(transport::newServerChannel)
            .directExecutor()
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(new PeerService(desk))
            .build();
  }

  public void start() throws IOException {
    server.start();
  }

  /** Returns when the port is free for others. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
