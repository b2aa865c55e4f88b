package io.tenure.compare.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A system that programs get locks from: how it is started, and how a program uses it. */
public interface LockSystem {
  /** What a system has beyond exclusive locks. */
  enum Feature {
    /** Its state is on several nodes and survives the loss of one. */
    REPLICATED,
    /** Readers that exclude only writers. */
    SHARED,
    /** Programs are told when a lock changes hands. */
    WATCH,
    /** Each grant has a number greater than those before. */
    TOKEN
  }

  /** As on the command line. */
  String name();

  Set<Feature> features();

  /** What has to be installed before it can be started, as a command; empty if nothing. */
  Optional<String> missing();

  /**
   * Starts its servers as processes of their own, on loopback and on free ports, with an empty
   * state in the directory. Returns when locks can be had from it.
   */
  RunningSystem start(Path directory) throws IOException, InterruptedException;

  /** Connects as a program of its users would. */
  LockClient connect(List<String> endpoints) throws Exception;

  /**
   * Connects as one of many programs, all of which are in this process here.
   *
   * @param programs how many there are
   */
  default LockClient connect(List<String> endpoints, int programs) throws Exception {
    return connect(endpoints);
  }
}
