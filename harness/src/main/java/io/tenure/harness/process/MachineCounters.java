package io.tenure.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** Counters that the kernel keeps for the whole machine since its start. */
public final class MachineCounters {
  private static final Path DEVICES = Path.of("/sys/dev/block");
  private static final int FLUSHES = 15;
  private static final int RECEIVED_BYTES = 0;

  private MachineCounters() {}

  public static OptionalLong loopbackBytes() {
    return loopbackBytes(ProcessStats.read(ProcessStats.PROC.resolve("net/dev")));
  }

  static OptionalLong loopbackBytes(String devices) {
    for (String line : devices.split("\n")) {
      String[] name = line.trim().split(":", 2);
      if (name.length == 2 && name[0].equals("lo")) {
        return OptionalLong.of(Long.parseLong(name[1].trim().split("\\s+")[RECEIVED_BYTES]));
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Flush requests to the disk below a directory; empty if the directory is not on a disk, or the
   * kernel does not count them.
   */
  public static OptionalLong flushes(Path directory) {
    try {
      long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
      Path disk = DEVICES.resolve(name(device)).toRealPath();
      if (Files.exists(disk.resolve("partition"))) {
        disk = disk.resolve(".."); // A partition is a folder inside that of its disk.
      }
      return flushes(ProcessStats.read(disk.resolve("stat")));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /** Unpacks major and minor number from a device id, as MAJOR:MINOR. */
  static String name(long device) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
    long minor = (device & 0xff) | (device >>> 12 & 0xffffff00L);
    return String.format(Locale.ROOT, "%d:%d", major, minor);
  }

  static OptionalLong flushes(String stat) {
    String[] fields = stat.trim().split("\\s+");
    return fields.length > FLUSHES
        ? OptionalLong.of(Long.parseLong(fields[FLUSHES]))
        : OptionalLong.empty();
  }
}
