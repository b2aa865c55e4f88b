package io.tenure.compare.system.server;

import java.io.IOException;
import java.util.OptionalInt;

/** Asks the servers of a cluster for its state, in the way that the system has for that. */
public interface ClusterProbe extends AutoCloseable {
  /** Whether all servers take part in the cluster. All processes run, but may not be ready yet. */
  boolean isComplete() throws IOException, InterruptedException;

  /** The number of the server that leads, counted from 0; empty if there is no leader now. */
  OptionalInt leader() throws IOException, InterruptedException;

  /** Adds restarted servers to the cluster again, if the system does not do that by itself. */
  default void readmit() throws IOException, InterruptedException {}

  @Override
  default void close() {}

  /** For a system with one server, which is complete as soon as it grants a lock. */
  static ClusterProbe ofSingle() {
    return new ClusterProbe() {
      @Override
      public boolean isComplete() {
        return true;
      }

      @Override
      public OptionalInt leader() {
        return OptionalInt.of(0);
      }
    };
  }
}
