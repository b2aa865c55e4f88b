package io.tenure.raft;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One replicated log on this node: what Tenure needs of a Raft engine. Committed entries reach the
 * {@link StateMachine} that the log was opened with. Any thread; nothing here blocks.
 */
public interface ReplicatedLog {
  /** Its number among the logs of this node. */
  int index();

  String name();

  /** This node. */
  Member self();

  /**
   * Appends an entry if this node leads.
   *
   * @return completed with null when the entry was applied here, or with why it was not
   */
  CompletableFuture<@Nullable AppendFailure> append(LogEntry entry);

  /** Whether this node leads in the current term. It may have been deposed without knowing. */
  boolean isLeader();

  long term();

  /** Who leads, as far as this node knows. */
  @Nullable Member leader();

  LogMembers members();

  /** Where this node's log ends. */
  PeerPositions.Position position();

  ShardStatus status();
}
