package io.tenure.compare;

import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which systems are measured, or which builds or service of Tenure. */
final class SystemOptions {
  private static final String TENURE = "tenure";
  private static final String ADDRESS = "\\S+:\\d{1,5}";

  /** Which client library the second build of a comparison is used with. */
  enum BuildClient {
    OWN,
    SHARED
  }

  @Option(
      names = "--systems",
      paramLabel = "NAME",
      split = ",",
      description =
          "Systems to measure: tenure, tenure-single, etcd, zookeeper, redis, redis-always, redlock,"
              + " postgres, hazelcast (default: all that are installed).")
  private @Nullable List<String> names;

  @Option(
      names = "--ab",
      paramLabel = "JAR",
      description =
          "Compare this build of Tenure with that of another tenure-cli.jar, which is called"
              + " tenure-b. Builds take turns in every round; use an even number of rounds. Default"
              + " of --systems: tenure.")
  private @Nullable Path otherBuild;

  @Option(
      names = "--ab-client",
      paramLabel = "own|shared",
      description =
          "Java client of the other build: its own, or the one of this build, which is needed if"
              + " the API of the client has changed (default: own).")
  private @Nullable String otherClient;

  @Option(
      names = "--endpoints",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "Measure a Tenure service that is already running, instead of starting servers. Without"
              + " workloads that stop servers.")
  private @Nullable List<String> endpoints;

  @Option(
      names = "--pids",
      paramLabel = "PID",
      split = ",",
      description =
          "With --endpoints: the server processes on this machine, in the order of the endpoints."
              + " Without it, CPU time and memory of the servers are not measured.")
  private @Nullable List<String> pids;

  /** Whether servers run already, so that none is started. */
  boolean runningService() {
    return endpoints != null;
  }

  /** Whether CPU time and memory of servers can be measured. */
  boolean knowsProcesses() {
    return endpoints == null || pids != null;
  }

  /**
   * The systems to measure.
   *
   * @param absent receives the systems that are left out, with the reason
   * @throws IllegalArgumentException if the options are contradictory, or no system is left
   */
  List<LockSystem> choose(List<LockSystem> known, Map<String, String> absent) {
    requireConsistent();
    List<LockSystem> asked = new ArrayList<>();
    for (String name : names()) {
      asked.add(Systems.named(known, "systems", name));
    }
    if (endpoints != null) {
      return List.of(service(known, endpoints));
    }
    List<LockSystem> installed = installed(asked.isEmpty() ? known : asked, absent);
    return otherBuild == null ? installed : withOtherBuild(installed, otherBuild);
  }

  /** Without duplicates; empty if all are meant. */
  private List<String> names() {
    if (names == null) {
      return otherBuild != null || endpoints != null ? List.of(TENURE) : List.of();
    }
    return List.copyOf(new LinkedHashSet<>(names));
  }

  private void requireConsistent() {
    if (endpoints != null && otherBuild != null) {
      throw new IllegalArgumentException("ab: given with --endpoints (expected: one of them)");
    }
    if (endpoints != null && !names().equals(List.of(TENURE))) {
      throw new IllegalArgumentException(
          "systems: %s with --endpoints (expected: tenure)".formatted(String.join(",", names())));
    }
    if (pids != null && endpoints == null) {
      throw new IllegalArgumentException("pids: given without --endpoints (expected: both)");
    }
    if (otherClient != null && otherBuild == null) {
      throw new IllegalArgumentException("ab-client: given without --ab (expected: both)");
    }
    requireBuildClient();
  }

  private BuildClient requireBuildClient() {
    return switch (otherClient == null ? "own" : otherClient) {
      case "own" -> BuildClient.OWN;
      case "shared" -> BuildClient.SHARED;
      default ->
          throw new IllegalArgumentException(
              "ab-client: %s (expected: own or shared)".formatted(otherClient));
    };
  }

  private LockSystem service(List<LockSystem> known, List<String> addresses) {
    for (String address : addresses) {
      if (!address.matches(ADDRESS)) {
        throw new IllegalArgumentException(
            "endpoints: %s (expected: HOST:PORT,...)".formatted(address));
      }
    }
    List<Long> processes = new ArrayList<>();
    for (String pid : pids == null ? List.<String>of() : pids) {
      if (!pid.matches("\\d{1,10}")) {
        throw new IllegalArgumentException("pids: %s (expected: process ids)".formatted(pid));
      }
      processes.add(Long.parseLong(pid));
    }
    return Systems.named(known, "systems", TENURE)
        .at(addresses, processes)
        .orElseThrow(() -> new IllegalArgumentException("endpoints: not supported"));
  }

  private static List<LockSystem> installed(List<LockSystem> asked, Map<String, String> absent) {
    List<LockSystem> installed = new ArrayList<>();
    Set<String> remedies = new LinkedHashSet<>();
    for (LockSystem system : asked) {
      Optional<String> command = system.missing();
      if (command.isPresent()) {
        remedies.add(command.get());
        absent.put(system.name(), "not installed (" + command.get() + ")");
      } else {
        installed.add(system);
      }
    }
    if (installed.isEmpty()) {
      throw new IllegalArgumentException(
          "systems: %s (expected: an installed one; install with: %s)"
              .formatted(String.join(", ", absent.keySet()), String.join("; ", remedies)));
    }
    return installed;
  }

  private List<LockSystem> withOtherBuild(List<LockSystem> systems, Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException(
          "ab: %s (expected: tenure-cli.jar of another build)".formatted(jar));
    }
    List<LockSystem> both = new ArrayList<>();
    for (LockSystem system : systems) {
      List<LockSystem> builds = system.withBuild(jar, requireBuildClient() == BuildClient.OWN);
      both.addAll(builds.isEmpty() ? List.of(system) : builds);
    }
    if (both.size() == systems.size()) {
      throw new IllegalArgumentException(
          "ab: no build of %s (expected: --systems with tenure or tenure-single)"
              .formatted(String.join(", ", systems.stream().map(LockSystem::name).toList())));
    }
    return both;
  }
}
