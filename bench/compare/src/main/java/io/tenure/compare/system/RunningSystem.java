package io.tenure.compare.system;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The running servers of a system. */
public interface RunningSystem extends AutoCloseable {
  /** The addresses that clients are given. */
  List<String> endpoints();

  /** The server processes that run now; empty if they are unknown. */
  List<ProcessHandle> processes();

  /** The process of the leader; empty if it cannot be known. Waits while there is no leader. */
  Optional<ProcessHandle> leader() throws IOException, InterruptedException;

  /** Whether the servers keep their state in the directory that they were started with. */
  default boolean usesDirectory() {
    return true;
  }

  /** Starts servers that have died, and waits until all servers take part again. */
  void restartDeadServers() throws IOException, InterruptedException;

  /** Versions, and settings that differ from the defaults or matter for durability. */
  Map<String, String> settings();

  /** Ends the processes that were started. The caller deletes the directory. */
  @Override
  void close();
}
