package io.tenure.server.raft.ratis.wire;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;

/**
 * A connection on which any thread sends at once, as long as the system takes it. Otherwise each
 * frame would wake up the network's thread, on both sides of the way to a commit. What the system
 * does not take is left to that thread.
 */
final class WireChannel extends NioSocketChannel {
  /** Keeps frames whole and in their order. */
  private final ReentrantLock sending = new ReentrantLock();

  /** How many frames are left to the network's thread; while there are some, all are. */
  private int left;

  WireChannel() {}

  private WireChannel(Channel parent, SocketChannel accepted) {
    super(parent, accepted);
  }

  /** Sends bytes, which are released. Nobody else may write to the connection. */
  void send(ByteBuf bytes) {
    sending.lock();
    try {
      if (left > 0 || !isWrittenNow(bytes)) {
        left++;
        var unused = writeAndFlush(bytes).addListener(done -> leftOneLess());
        return;
      }
    } finally {
      sending.unlock();
    }
    bytes.release();
  }

  /** A failure is met again, and dealt with, by the network's thread. */
  private boolean isWrittenNow(ByteBuf bytes) {
    try {
      bytes.skipBytes(javaChannel().write(bytes.nioBuffer()));
      return !bytes.isReadable();
    } catch (IOException e) {
      return false;
    }
  }

  private void leftOneLess() {
    sending.lock();
    try {
      left--;
    } finally {
      sending.unlock();
    }
  }

  /** Accepts them. */
  static final class Acceptor extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      SocketChannel socket = javaChannel().accept();
      if (socket == null) {
        return 0;
      }
      accepted.add(new WireChannel(this, socket));
      return 1;
    }
  }
}
