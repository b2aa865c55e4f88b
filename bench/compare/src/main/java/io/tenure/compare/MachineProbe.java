package io.tenure.compare;

import io.tenure.compare.result.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out the hardware and software of this machine. */
final class MachineProbe {
  private static final long KIB_PER_MIB = 1_024;

  private MachineProbe() {}

  /**
   * This machine.
   *
   * @param data the directory for the state of servers
   */
  static Machine machine(Path data) {
    return new Machine(
        field("/proc/cpuinfo", "model name\\s*: (.*)").orElse(System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        field("/proc/meminfo", "MemTotal:\\s+(\\d+) kB")
            .map(kib -> Long.parseLong(kib) / KIB_PER_MIB)
            .orElse(0L),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        fileSystem(data));
  }

  private static String fileSystem(Path directory) {
    try {
      return Files.getFileStore(directory).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static Optional<String> field(String file, String pattern) {
    try {
      Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
      return matcher.find() ? Optional.of(matcher.group(1).trim()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
