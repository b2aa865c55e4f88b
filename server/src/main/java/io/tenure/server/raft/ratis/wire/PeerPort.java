package io.tenure.server.raft.ratis.wire;

import io.tenure.raft.HostAndPort;
import io.tenure.server.peer.PeerMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;

/**
 * Answers other nodes on the node port while this one does not take part yet. It must be closed
 * before the engine starts, which listens on the same port and answers the same calls.
 */
public final class PeerPort implements AutoCloseable {
  private static final long CLOSE_SECONDS = 5;

  private final Server server;

  /**
   * Not listening yet.
   *
   * @param listen as {@code HOST:PORT}
   */
  public PeerPort(String listen, List<PeerMethod> methods) {
    HostAndPort address = HostAndPort.parse(listen);
    NettyServerBuilder builder =
        PortSharing.withoutEngine(
            NettyServerBuilder.forAddress(new InetSocketAddress(address.host(), address.port())));
    new PeerCallService(methods).addTo(builder);
    server = builder.build();
  }

  public void start() throws IOException {
    server.start();
  }

  /** Returns when the port is free for the engine. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
