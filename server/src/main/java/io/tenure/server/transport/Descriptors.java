package io.tenure.server.transport;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many connections this process can have, as far as the system lets it open files. */
public final class Descriptors {
  private static final Logger log = LoggerFactory.getLogger(Descriptors.class);

  /** For the log, snapshots, other nodes and the JVM. */
  private static final long OTHERS = 500;

  private static final long LEAST = 16;

  private Descriptors() {}

  /** So many, or fewer: without a file to open, a node could not write its log. */
  public static int connections(int wanted) {
    if (!(ManagementFactory.getOperatingSystemMXBean()
        instanceof UnixOperatingSystemMXBean system)) {
      return wanted;
    }
    long files = system.getMaxFileDescriptorCount();
    long room = Math.max(LEAST, files - OTHERS);
    if (room >= wanted) {
      return wanted;
    }
    log.info(
        "connections: {} (expected: at most {}, since this process may open {} files); {} are taken",
        wanted,
        room,
        files,
        room);
    return (int) room;
  }
}
