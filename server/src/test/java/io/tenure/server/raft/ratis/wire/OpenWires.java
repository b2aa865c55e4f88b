package io.tenure.server.raft.ratis.wire;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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

  /** Cuts those that nodes of this JVM have accepted; at once, if they belong to this thread. */
  public static void cutAccepted() {
    for (EventExecutor loop : WireThreads.GROUP) {
      if (loop.inEventLoop()) {
        cutAccepted((SingleThreadEventLoop) loop);
      } else {
        loop.execute(() -> cutAccepted((SingleThreadEventLoop) loop));
      }
    }
  }

  private static void cutAccepted(SingleThreadEventLoop loop) {
    List<Channel> accepted = new ArrayList<>();
    loop.registeredChannelsIterator().forEachRemaining(accepted::add);
    accepted.removeIf(channel -> !(channel instanceof WireChannel) || channel.parent() == null);
    for (Channel channel : accepted) {
      var unused = channel.close();
    }
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
