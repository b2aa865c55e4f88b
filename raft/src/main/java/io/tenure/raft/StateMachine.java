package io.tenure.raft;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ReplicatedLog} replicates. The engine's apply thread calls {@link #apply}, {@link
 * #restore}, {@link #installed} and {@link #leads}; the other methods are called by any thread,
 * also under locks of the engine, and must return at once.
 */
public interface StateMachine {
  /**
   * A committed entry.
   *
   * @param content to be read during the call only
   * @param own the object that was appended, if this node appended it and has not restarted since
   */
  record CommittedEntry(long index, ByteBuffer content, @Nullable LogEntry own) {}

  /** The state after an entry, immutable, to be written to a snapshot by another thread. */
  interface Image {
    void writeTo(OutputStream out) throws IOException;

    /** For the log: which state it is. */
    long revision();
  }

  /**
   * Applies an entry. An exception ends this replica.
   *
   * @param imageWanted whether the state after the entry is to be returned, as a snapshot is due
   */
  @Nullable Image apply(CommittedEntry entry, boolean imageWanted);

  /** Replaces the state by that of a snapshot. */
  void restore(Path snapshot) throws IOException;

  /** A snapshot of the leader has replaced the state while this node was running. */
  void installed();

  /** This node leads; everything from before its term has been applied. */
  void leads(long term);

  /** This node does not lead any more. May come more than once. */
  void deposed();

  /** Another node leads. */
  void follows(String leader);

  /** Who leads or who is a member may have changed. */
  void membershipChanged();

  /** Says what is true now, since the calls above may arrive in the wrong order. */
  void reconcile(boolean leads, long term);
}
