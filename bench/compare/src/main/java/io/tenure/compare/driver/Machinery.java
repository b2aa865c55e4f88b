package io.tenure.compare.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** What the kernel has counted for the whole machine since it runs. */
final class Machinery {
  private static final Path DEVICES = Path.of("/sys/dev/block");
  private static final int FLUSHES = 15;
  private static final int RECEIVED_BYTES = 0;

  private Machinery() {}

  static OptionalLong loopbackBytes() {
    return loopbackBytes(Processes.read(Processes.PROC.resolve("net/dev")));
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

  /** Of the disk that the directory is on; none if it is on none, or the kernel is older. */
  static OptionalLong flushes(Path directory) {
    try {
      long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
      Path disk = DEVICES.resolve(name(device)).toRealPath();
      if (Files.exists(disk.resolve("partition"))) {
        disk = disk.resolve(".."); // It is in the folder of its disk.
      }
      return flushes(Processes.read(disk.resolve("stat")));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /** As the kernel packs the two numbers of a device into one. */
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
