package io.tenure.server.raft.ratis.append;

import io.tenure.server.raft.ratis.Transfers;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.jspecify.annotations.Nullable;

/**
 * The leader as an appender sees it. Two things are noticed on the way: whether the follower took
 * what it was sent last, and the end of a turn of the appender's loop, where a thread that is not
 * the appender's must leave: what follows is waiting.
 *
 * <p>What a follower has got is looked at on the thread that brings it. The engine would wake
 * another one for each reply, and most of them change nothing: an entry is committed by one.
 */
final class LeaderTurns implements LeaderState {
  private final LeaderState leader;
  private final RaftServer.Division server;
  private final long term;

  /** Null if the engine must do it. */
  private final @Nullable Runnable commit;

  private volatile @Nullable Thread own;
  private volatile boolean taken;
  private volatile Runnable whenTaken = () -> {};

  LeaderTurns(RaftServer.Division server, LeaderState leader) {
    this.server = server;
    this.term = server.getInfo().getCurrentTerm();
    this.leader = leader;
    this.commit = EngineInsides.commit(leader);
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

  boolean isOwnThread() {
    return Thread.currentThread() == own;
  }

  /** Ends the turn on any other one. */
  void requireOwnThread() {
    if (!isOwnThread()) {
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

  /** Whatever else the engine does with it is for requests that nobody makes here. */
  @Override
  public void onFollowerCommitIndex(FollowerInfo follower, long index) {
    var unused = follower.updateCommitIndex(index);
  }

  @Override
  public void onFollowerSuccessAppendEntries(FollowerInfo follower) {
    RaftLog entries = server.getRaftLog();
    long committed = entries.getLastCommittedIndex();
    if (commit == null
        || server.getRaftConf().getLogEntryIndex() > committed
        || leader.isFollowerBootstrapping(follower)
        || Transfers.isUnderWay(server.getMemberId())) {
      leader.onFollowerSuccessAppendEntries(follower);
    } else if (follower.getMatchIndex() > committed && entries.getFlushIndex() > committed) {
      commit(follower, commit);
    }
  }

  /** As the engine's own thread does: nobody appends meanwhile, nor changes the members. */
  private void commit(FollowerInfo follower, Runnable here) {
    synchronized (server) {
      if (!server.getInfo().isLeader() || server.getInfo().getCurrentTerm() != term) {
        return;
      }
      if (server.getRaftConf().getLogEntryIndex() > server.getRaftLog().getLastCommittedIndex()) {
        leader.onFollowerSuccessAppendEntries(follower);
      } else {
        here.run();
      }
    }
  }

  @Override
  public boolean isFollowerBootstrapping(FollowerInfo follower) {
    return leader.isFollowerBootstrapping(follower);
  }
}
