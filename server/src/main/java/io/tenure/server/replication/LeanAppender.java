package io.tenure.server.replication;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.util.AwaitForSignal;

/**
 * Sends a leader's log to one follower, as the engine's own appender does, but for what wakes it
 * up:
 *
 * <ol>
 *   <li>That something was committed is told together with the next entry, if one comes soon. A
 *       message of its own for that would double the messages, and it can wait: no client waits for
 *       a follower to know it, only watches that go through the follower.
 *   <li>A signal that comes just before the wait for it is not lost. The engine's own is, and then
 *       an entry waits until the next heartbeat.
 * </ol>
 */
final class LeanAppender extends GrpcLogAppender {
  /** The longest that a follower is left in the dark for the sake of fewer messages. */
  private static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Signal signal = new Signal();

  LeanAppender(RaftServer.Division server, LeaderState leader, FollowerInfo follower) {
    super(server, leader, follower);
  }

  @Override
  public AwaitForSignal getEventAwaitForSignal() {
    return signal;
  }

  private final class Signal extends AwaitForSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();

    /** Whether there is something to send. */
    private boolean urgent;

    /** Whether there may be something to tell. */
    private boolean news;

    /** Whether the appender comes back soon by itself. */
    private boolean dozes;

    Signal() {
      super(LeanAppender.class.getSimpleName());
    }

    @Override
    public void signal() {
      boolean entry = shouldSendAppendEntries();
      lock.lock();
      try {
        urgent |= entry;
        news = true;
        if (entry || !dozes) {
          given.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
      long left = unit.toNanos(time);
      lock.lock();
      try {
        dozes = true;
        long doze = Math.min(left, NEWS_NANOS);
        left -= doze;
        while (!urgent && doze > 0) {
          doze = given.awaitNanos(doze);
        }
        dozes = false;
        while (!urgent && !news && left > 0) {
          left = given.awaitNanos(left);
        }
        boolean signalled = urgent || news;
        urgent = false;
        news = false;
        return signalled;
      } finally {
        lock.unlock();
      }
    }
  }
}
