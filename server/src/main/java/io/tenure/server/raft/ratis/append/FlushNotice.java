package io.tenure.server.raft.ratis.append;

import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.jspecify.annotations.Nullable;

/**
 * Tells a leader that its own disk has what was appended, if that may commit something. Mostly it
 * may not: no follower has answered yet. Those who do look for themselves ({@link LeaderTurns}), so
 * nothing is missed: whoever comes last, flush or reply, sees the other.
 */
final class FlushNotice implements Runnable {
  private final RaftServer.Division server;
  private final Runnable notice;

  FlushNotice(RaftServer.Division server, Runnable notice) {
    this.server = server;
    this.notice = notice;
  }

  @Override
  public void run() {
    boolean wanted;
    try {
      wanted = mayCommit();
    } catch (RuntimeException e) {
      wanted = true; // On the thread that writes the log, which must go on.
    }
    if (wanted) {
      notice.run();
    }
  }

  private boolean mayCommit() {
    long @Nullable [] followers = server.getInfo().getFollowerMatchIndices();
    RaftLog entries = server.getRaftLog();
    long committed = entries.getLastCommittedIndex();
    RaftConfiguration members = server.getRaftConf();
    if (followers == null
        || members.getLogEntryIndex() > committed
        || members.getCurrentPeers().size() != followers.length + 1) {
      return true; // Something is changing: the engine knows best.
    }
    int with = 1;
    for (long index : followers) {
      if (index > committed) {
        with++;
      }
    }
    return 2 * with > followers.length + 1;
  }
}
