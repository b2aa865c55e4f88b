package io.tenure.faults;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Variants that the agent breaks on purpose, so that the checker can be seen to notice. */
enum BrokenVariant {
  ACK_BEFORE_COMMIT(true, "partition-leader"),
  DEPOSED_KEEP_ALIVES(true, "partition-leader"),
  TOKEN_RESTART(true, "kill-leader"),
  FSYNC_OFF(true, "kill-all"),
  WALL_CLOCK_CLIENT(false, "client-clock");

  private final boolean server;
  private final String faults;

  BrokenVariant(boolean server, String faults) {
    this.server = server;
    this.faults = faults;
  }

  /** Under which faults it shows. */
  String faults() {
    return faults;
  }

  /**
   * Whether what it does wrong can be seen on one machine that keeps running: what a killed process
   * has written is with the kernel, forced to the disk or not.
   */
  boolean isVisible() {
    return this != FSYNC_OFF;
  }

  /** Whether it is the servers that are broken, and not the clients. */
  boolean isServer() {
    return server;
  }

  /** The one of this name, if there is one. */
  static Optional<BrokenVariant> named(@Nullable String name) {
    return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
  }

  /** Of all of them, as on the command line. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(values()).map(BrokenVariant::toString).iterator();
    }
  }

  /** As the agent calls it. */
  String argument() {
    return toString();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
