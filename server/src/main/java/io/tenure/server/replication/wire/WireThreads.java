package io.tenure.server.replication.wire;

import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.DefaultThreadFactory;

/** The threads that hear what other nodes say; the nodes of a JVM share them. */
final class WireThreads {
  static final EventLoopGroup GROUP =
      new NioEventLoopGroup(
          Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
          new DefaultThreadFactory("tenure-wire", true));

  private WireThreads() {}
}
