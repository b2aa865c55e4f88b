package io.tenure.faults.fault;

import io.tenure.faults.cluster.MachineFeatures;
import io.tenure.faults.fault.kind.Workers;
import java.util.Optional;

/** A capability of the machine or the run that some faults need. */
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
  public record Means(MachineFeatures machine, boolean agent, boolean clients) {}

  /** Why it cannot be had, and what to do about it; empty if it is there. */
  Optional<String> missing(Means means) {
    return switch (this) {
      case NETWORK -> means.machine().namespaces();
      case SMALL_DISK -> means.machine().mounts();
      case WALL_CLOCK -> means.machine().clocks();
      case AGENT ->
          means.agent()
              ? Optional.empty()
              : Optional.of(
                  "slow and failing disks: the agent is not built (mvn -pl faults/agent -am package)");
      case CLIENTS ->
          means.clients()
              ? Optional.empty()
              : Optional.of("clients: they do not run in processes of their own");
    };
  }
}
