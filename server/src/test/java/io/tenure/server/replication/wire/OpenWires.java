package io.tenure.server.replication.wire;

import java.util.Iterator;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.SingleThreadEventLoop;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.EventExecutor;

/** Looks at the connections of this JVM. */
public final class OpenWires {
  private OpenWires() {}

  /** How many leaders of this JVM have made and got an answer on. */
  public static int count() {
    int count = 0;
    for (EventExecutor loop : WireThreads.GROUP) {
      count +=
          loop.submit(() -> count((SingleThreadEventLoop) loop)).syncUninterruptibly().getNow();
    }
    return count;
  }

  private static int count(SingleThreadEventLoop loop) {
    int count = 0;
    for (Iterator<Channel> all = loop.registeredChannelsIterator(); all.hasNext(); ) {
      Channel channel = all.next();
      boolean answered = channel.pipeline().toMap().size() == 2;
      if (channel instanceof WireChannel && channel.parent() == null && answered) {
        count++;
      }
    }
    return count;
  }
}
