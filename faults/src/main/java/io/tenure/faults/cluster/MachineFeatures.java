package io.tenure.faults.cluster;

import io.tenure.faults.cluster.network.Network;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The features that this machine and user lack, each with how to get it; empty for those present.
 *
 * @param namespaces network namespaces
 * @param mounts file systems in memory
 * @param clocks wall clocks for single processes
 */
public record MachineFeatures(
    Optional<String> namespaces, Optional<String> mounts, Optional<String> clocks) {

  /** Finds out by trying. */
  public static MachineFeatures look() throws IOException {
    return new MachineFeatures(lackingNamespaces(), lackingMounts(), Clock.missing());
  }

  private static Optional<String> lackingNamespaces() throws IOException {
    String what = "network namespaces: ";
    for (String program : List.of("ip", "tc")) {
      if (Programs.find(program).isEmpty()) {
        return Optional.of(what + program + " is not installed (apt-get install iproute2)");
      }
    }
    if (Programs.find("nsenter").isEmpty()) {
      return Optional.of(what + "nsenter is not installed (apt-get install util-linux)");
    }
    if (!isRoot()) {
      return Optional.of(what + "they need root (sudo)");
    }
    try (RunResources runResources = RunResources.begin()) {
      Network tried = Network.create(runResources, new Network.Size(1, 0));
      tried.lose(tried.around(List.of(1), true), 1);
      tried.cut(tried.around(List.of(1), true));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(what + e.getMessage());
    }
  }

  private static Optional<String> lackingMounts() throws IOException {
    String what = "file systems in memory: ";
    if (!isRoot()) {
      return Optional.of(what + "they need root (sudo)");
    }
    Path folder = Files.createTempDirectory("tenure-faults");
    try (RunResources runResources = RunResources.begin()) {
      Disk unused = Disk.small(folder, folder, 1, runResources);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(what + e.getMessage());
    } finally {
      Files.deleteIfExists(folder);
    }
  }

  private static boolean isRoot() throws IOException {
    return Programs.run("id", "-u").equals("0");
  }
}
