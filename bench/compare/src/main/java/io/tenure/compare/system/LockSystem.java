package io.tenure.compare.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A lock system: how its servers are started, and how clients use it. */
public interface LockSystem {
  /** What a system offers beyond exclusive locks. */
  enum Feature {
    /** Its state is on several servers and survives the loss of one. */
    REPLICATED,
    /** Shared locks, which exclude only exclusive ones. */
    SHARED,
    /** Clients are notified when a lock is granted or released. */
    WATCH,
    /** Each grant has a token that is greater than those of all earlier grants of the key. */
    TOKEN
  }

  /** The name on the command line and in reports. */
  String name();

  /** The name of the system in {@link Systems} whose client the driver process uses. */
  default String adapter() {
    return name();
  }

  Set<Feature> features();

  /** The command that installs what is missing on this machine; empty if nothing is missing. */
  Optional<String> missing();

  /**
   * Starts its servers as child processes on free loopback ports, with an empty state in the
   * directory. Returns when locks can be acquired.
   */
  RunningSystem start(Path directory) throws IOException, InterruptedException;

  /** Connects a client with the defaults of its library. */
  LockClient connect(List<String> endpoints) throws Exception;

  /**
   * Connects one of many clients, each of which stands for a program of its own.
   *
   * @param programs how many there are in this process
   */
  default LockClient connect(List<String> endpoints, int programs) throws Exception {
    return connect(endpoints);
  }

  /** Jars that come first on the class path of the driver process. */
  default List<Path> clientJars() throws IOException {
    return List.of();
  }

  /**
   * The same system as a service that runs already; empty if that is not supported.
   *
   * @param pids the server processes, if they are on this machine, in the order of the endpoints
   */
  default Optional<LockSystem> at(List<String> endpoints, List<Long> pids) {
    return Optional.empty();
  }

  /**
   * This build of the system and another one, for a comparison under equal conditions; empty if
   * that is not supported.
   *
   * @param jar the command line of the other build
   * @param ownClient whether the other build is used through its own client library
   */
  default List<LockSystem> withBuild(Path jar, boolean ownClient) {
    return List.of();
  }
}
