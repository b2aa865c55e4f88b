package io.tenure.raft;

/** What a leader appends to a {@link ReplicatedLog} as one entry. */
public interface LogEntry {
  /** What is replicated. It must not change any more. */
  byte[] content();

  /** Whether it may become an entry of this term. Called under the engine's lock. */
  boolean mayBeAppendedIn(long term);

  /** Called before it becomes an entry: from then on it may be committed. */
  void markAppended();
}
