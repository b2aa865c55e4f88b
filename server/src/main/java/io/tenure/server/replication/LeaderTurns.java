package io.tenure.server.replication;

import java.util.List;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;

/**
 * The leader as an appender sees it. Two things are noticed on the way: whether the follower took
 * what it was sent last, and the end of a turn of the appender's loop, where a thread that is not
 * the appender's must leave: what follows is waiting.
 */
final class LeaderTurns implements LeaderState {
  private final LeaderState leader;
  private volatile @Nullable Thread own;
  private volatile boolean taken;
  private volatile Runnable whenTaken = () -> {};

  LeaderTurns(LeaderState leader) {
    this.leader = leader;
  }

  /** Ends a turn on a thread that is not the appender's. */
  static final class TurnOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private TurnOver() {
      super("the turn is over", null, false, false);
    }
  }

  /** This is the appender's own thread. */
  void begin() {
    own = Thread.currentThread();
  }

  boolean hasBegun() {
    return own != null;
  }

  /** Called when the follower has taken a heartbeat. */
  void onTaken(Runnable action) {
    whenTaken = action;
  }

  /** Ends the turn on any other one. */
  void requireOwnThread() {
    if (Thread.currentThread() != own) {
      throw new TurnOver();
    }
  }

  /** Whether the follower's last reply was that it has what it was sent. */
  boolean isTaken() {
    return taken;
  }

  @Override
  public void checkHealth(FollowerInfo follower) {
    requireOwnThread();
    leader.checkHealth(follower);
  }

  @Override
  public void onAppendEntriesReply(LogAppender appender, AppendEntriesReplyProto reply) {
    taken = reply.getResult() == AppendResult.SUCCESS;
    leader.onAppendEntriesReply(appender, reply);
    if (taken && reply.getIsHearbeat()) {
      whenTaken.run();
    }
  }

  @Override
  public void restart(LogAppender appender) {
    leader.restart(appender);
  }

  @Override
  public AppendEntriesRequestProto newAppendEntriesRequestProto(
      FollowerInfo follower, List<LogEntryProto> entries, TermIndex previous, long callId) {
    return leader.newAppendEntriesRequestProto(follower, entries, previous, callId);
  }

  @Override
  public boolean onFollowerTerm(FollowerInfo follower, long term) {
    return leader.onFollowerTerm(follower, term);
  }

  @Override
  public void onFollowerCommitIndex(FollowerInfo follower, long index) {
    leader.onFollowerCommitIndex(follower, index);
  }

  @Override
  public void onFollowerSuccessAppendEntries(FollowerInfo follower) {
    leader.onFollowerSuccessAppendEntries(follower);
  }

  @Override
  public boolean isFollowerBootstrapping(FollowerInfo follower) {
    return leader.isFollowerBootstrapping(follower);
  }
}
