package io.tenure.server.raft.ratis.wire;

import io.tenure.server.thread.SharedThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.DefaultThreadFactory;

/** The threads that hear what other nodes say; the nodes of a JVM share them. */
final class WireThreads {
  static final EventLoopGroup GROUP =
      new NioEventLoopGroup(
          Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
          new DefaultThreadFactory("tenure-wire", true) {
            @Override
            protected Thread newThread(Runnable task, String name) {
              return SharedThreads.guarded(super.newThread(task, name));
            }
          });

  /** Where names are looked up. */
  static final Executor NAMES =
      Executors.newCachedThreadPool(SharedThreads.daemons("tenure-names"));

  private WireThreads() {}
}
