package io.tenure.faults.fault;

import io.tenure.faults.cluster.Machine;
import io.tenure.faults.fault.kind.Workers;
import java.util.Optional;

/** What not everybody has. */
public enum Need {
  NETWORK,
  SMALL_DISK,
  WALL_CLOCK,
  AGENT,
  CLIENTS;

  /**
   * What there is.
   *
   * @param agent whether the nodes have the agent that makes disks slow or fail
   * @param clients whether there are {@link Workers}
   */
  public record Means(Machine machine, boolean agent, boolean clients) {}

  /** Why it cannot be had, and what to do about it; empty if it is there. */
  Optional<String> missing(Means means) {
    return switch (this) {
      case NETWORK -> means.machine().namespaces();
      case SMALL_DISK -> means.machine().mounts();
      case WALL_CLOCK -> means.machine().clocks();
      case AGENT ->
          means.agent()
              ? Optional.empty()
              : Optional.of("slow and failing disks: no agent (mvn -pl faults/agent -am package)");
      case CLIENTS ->
          means.clients() ? Optional.empty() : Optional.of("clients: none of their own processes");
    };
  }
}
