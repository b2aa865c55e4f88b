package io.tenure.simulation;

import java.util.Locale;

/** Which lock service a random world has. */
public enum SimulatedSystem {
  TENURE,
  /** A primary and a replica with asynchronous replication, and a sentinel that swaps them. */
  REDIS,
  /** Five independent stores of which a majority must agree. */
  REDLOCK;

  /** As it is written on a command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
