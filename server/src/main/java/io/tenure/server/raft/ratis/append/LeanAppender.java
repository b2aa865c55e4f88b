package io.tenure.server.raft.ratis.append;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.util.AwaitForSignal;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/**
 * Sends a leader's log to one follower, as the engine's own appender does, but for when:
 *
 * <ol>
 *   <li>Whoever has appended an entry sends it, too, if nobody else is at it: the appender's own
 *       thread need not wake up first. That one deals with everything that may take its time: a
 *       follower that does not answer, or needs a snapshot.
 *   <li>That something was committed is told together with the next entry, if one comes soon. A
 *       message of its own for that would double the messages, and it can wait: no client waits for
 *       a follower to know it, only watches that go through the follower.
 *   <li>A signal that comes just before the wait for it is not lost. The engine's own is, and then
 *       an entry waits until the next heartbeat.
 * </ol>
 */
final class LeanAppender extends GrpcLogAppender {
  /** How long it is left to an entry that may come to tell a follower what is committed. */
  private static final TimeDuration NEWS = TimeDuration.valueOf(10, TimeUnit.MILLISECONDS);

  /** A follower that has answered within that time is expected to take more. */
  private static final TimeDuration ANSWERING = TimeDuration.valueOf(500, TimeUnit.MILLISECONDS);

  private static final long LATEST_ENTRIES = 64;

  /** Held by whoever looks whether there is something to send, and sends it. */
  private final ReentrantLock turn = new ReentrantLock();

  private final Signal signal = new Signal();
  private final LeaderTurns turns;

  private final Consumer<Throwable> fatal;

  /** How far it was told what is committed by a message for nothing else. */
  private long told;

  /**
   * Not started.
   *
   * @param fatal receives errors, after which the engine would start the appender again and again
   */
  LeanAppender(
      RaftServer.Division server,
      LeaderState leader,
      FollowerInfo follower,
      Consumer<Throwable> fatal) {
    this(server, new LeaderTurns(server, leader), follower, fatal);
    turns.onTaken(this::sendAgainWhatWasNotAnswered);
    EngineInsides.setTimeouts(this, CoarseTimeouts.SHARED);
  }

  private LeanAppender(
      RaftServer.Division server,
      LeaderTurns turns,
      FollowerInfo follower,
      Consumer<Throwable> fatal) {
    super(server, turns, follower);
    this.turns = turns;
    this.fatal = fatal;
  }

  @Override
  public void run() throws IOException {
    turns.begin();
    turn.lock();
    try {
      super.run();
    } catch (Error e) {
      fatal.accept(e);
      throw e;
    } finally {
      turn.unlock();
    }
  }

  @Override
  public AwaitForSignal getEventAwaitForSignal() {
    return signal;
  }

  /**
   * A follower that takes a heartbeat has what it was sent, but if the reply that said so was lost
   * with its connection, or came too late, the leader does not know. The engine would wait for the
   * next entry, which may itself wait for this one.
   */
  private void sendAgainWhatWasNotAnswered() {
    if (!turn.tryLock()) {
      return;
    }
    try {
      FollowerInfo follower = getFollower();
      long last = follower.getNextIndex() - 1;
      boolean allSent = last + 1 == getRaftLog().getNextIndex();
      if (allSent
          && !hasPendingDataRequests()
          && follower.getMatchIndex() < last
          && last >= getRaftLog().getStartIndex()) {
        follower.setNextIndex(last); // The answer to the last one is the answer to all.
      }
    } finally {
      turn.unlock();
    }
  }

  /** That takes its time, so it is left to the appender's own thread. */
  @Override
  public @Nullable SnapshotInfo shouldInstallSnapshot() {
    SnapshotInfo snapshot = super.shouldInstallSnapshot();
    if (snapshot != null) {
      turns.requireOwnThread();
    }
    return snapshot;
  }

  /** A heartbeat, if there is only to tell how far the log is committed. */
  @Override
  public @Nullable AppendEntriesRequestProto newAppendEntriesRequest(long callId, boolean heartbeat)
      throws RaftLogIOException {
    long news = news();
    boolean alone =
        turns.isOwnThread()
            && news > told
            && !hasAppendEntries()
            && !hasPendingDataRequests() // A heartbeat beside these tells nothing.
            && getFollower().getLastRpcSendTime().elapsedTime().compareTo(NEWS) >= 0;
    if (alone) {
      told = news; // Once: one that is slow, or gone, is not asked again and again.
    }
    return super.newAppendEntriesRequest(callId, heartbeat || alone);
  }

  /**
   * Up to where the follower has entries and may not know that they are committed; -1 if it does.
   */
  private long news() {
    FollowerInfo follower = getFollower();
    long committed = Math.min(getRaftLog().getLastCommittedIndex(), follower.getMatchIndex());
    return committed > follower.getCommitIndex() ? committed : -1;
  }

  /** Whether what was due was sent on this thread, which may have been a heartbeat. */
  private boolean isSentHere() {
    if (turn.isHeldByCurrentThread() || !isEasy() || !turn.tryLock()) {
      return false;
    }
    try {
      super.run();
    } catch (LeaderTurns.TurnOver over) {
      return true;
    } catch (IOException | RuntimeException e) {
      return false; // The appender's thread meets it, too.
    } finally {
      turn.unlock();
    }
    return false;
  }

  /**
   * Whether it can be sent without waiting for anything: the follower takes what it is sent, and
   * either nothing is under way or the way is known to be good, and no older entries have to be
   * found first.
   */
  private boolean isEasy() {
    FollowerInfo follower = getFollower();
    long next = follower.getNextIndex();
    long taken = follower.getMatchIndex();
    return turns.hasBegun()
        && isRunning()
        && turns.isTaken()
        && (next == taken + 1 || (next > taken && hasPendingDataRequests()))
        && getRaftLog().getNextIndex() - next <= LATEST_ENTRIES
        && follower.getLastRpcResponseTime().elapsedTime().compareTo(ANSWERING) < 0
        && super.shouldInstallSnapshot() == null;
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
      boolean entry = shouldSendAppendEntries() && !(isSentHere() && !hasAppendEntries());
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
      turn.unlock();
      try {
        return awaitOwn(unit.toNanos(time));
      } finally {
        turn.lock();
      }
    }

    private boolean awaitOwn(long nanos) throws InterruptedException {
      long left = nanos;
      lock.lock();
      try {
        news |= news() > told;
        dozes = true;
        long doze = Math.min(left, NEWS.toLong(TimeUnit.NANOSECONDS));
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
