package io.tenure.compare.system;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The servers of a system. */
public interface RunningSystem extends AutoCloseable {
  /** What clients are given. */
  List<String> endpoints();

  /** Those that run now. */
  List<ProcessHandle> processes();

  /** Whose death hurts most. */
  ProcessHandle leader() throws IOException, InterruptedException;

  /** Starts the servers again that have died, and waits until they are part of the system again. */
  void revive() throws IOException, InterruptedException;

  /** Versions and the settings that differ from the defaults or matter for durability. */
  Map<String, String> settings();

  /** Ends the processes; the directory is the caller's. */
  @Override
  void close();
}
