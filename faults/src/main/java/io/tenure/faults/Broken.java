package io.tenure.faults;

import java.util.Locale;

/** Variants that the agent breaks on purpose, so that the checker can be seen to notice. */
enum Broken {
  ACK_BEFORE_COMMIT(true),
  DEPOSED_KEEP_ALIVES(true),
  TOKEN_RESTART(true),
  FSYNC_OFF(true),
  WALL_CLOCK_CLIENT(false);

  private final boolean server;

  Broken(boolean server) {
    this.server = server;
  }

  /** Whether it is the servers that are broken, and not the clients. */
  boolean isServer() {
    return server;
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
