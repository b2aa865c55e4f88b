package io.tenure.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What the processes used while it was measured.
 *
 * @param serverCpuSeconds of all servers together, with their children
 * @param serverRssMib resident memory at the end; what processes share is counted for each
 * @param serverPssMib the same with shared pages counted once, if the kernel tells
 * @param cost what else it took, where that is looked at
 */
public record Usage(
    double serverCpuSeconds,
    double clientCpuSeconds,
    double serverRssMib,
    @Nullable Double serverPssMib,
    double clientRssMib,
    @Nullable Cost cost) {

  /** What the servers take from the machine, as exactly as it is known. */
  public double serverMib() {
    return serverPssMib != null ? serverPssMib : serverRssMib;
  }
}
