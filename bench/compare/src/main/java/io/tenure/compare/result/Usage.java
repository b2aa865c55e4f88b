package io.tenure.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * CPU time and memory of the processes during a measurement. Server values are null if the server
 * processes are unknown.
 *
 * @param serverCpuSeconds of all servers together, with their children
 * @param serverRssMib resident memory at the end; shared pages are counted once for each process
 * @param serverPssMib the same with shared pages counted once; null if the kernel does not report
 *     it
 * @param cost further costs; null if not measured
 */
public record Usage(
    @Nullable Double serverCpuSeconds,
    double clientCpuSeconds,
    @Nullable Double serverRssMib,
    @Nullable Double serverPssMib,
    double clientRssMib,
    @Nullable Cost cost) {

  /** Memory of the servers, with shared pages counted once if possible; null if unknown. */
  public @Nullable Double serverMib() {
    return serverPssMib != null ? serverPssMib : serverRssMib;
  }
}
