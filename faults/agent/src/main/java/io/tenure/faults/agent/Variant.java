package io.tenure.faults.agent;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the agent can do to a process. */
enum Variant {
  /** A leader that answers when its own log has the command, whatever the others have. */
  ACK_BEFORE_COMMIT("ack-before-commit") {
    @Override
    List<Patch> patches() {
      return AckBeforeCommit.PATCHES;
    }
  },
  /** A leader that was deposed goes on acknowledging keep-alives. */
  DEPOSED_KEEP_ALIVES("deposed-keep-alives") {
    @Override
    List<Patch> patches() {
      return DeposedKeepAlives.PATCHES;
    }
  },
  /** With each new term, the revision, and so the next token, falls back to half of what it was. */
  TOKEN_RESTART("token-restart") {
    @Override
    List<Patch> patches() {
      return TokenRestart.PATCHES;
    }
  },
  /** Nothing is forced to the disk. */
  FSYNC_OFF("fsync-off") {
    @Override
    List<Patch> patches() {
      return Disk.PATCHES;
    }

    @Override
    void begin() {
      Disk.neverForce();
    }
  },
  /** The disk does what a file says. */
  CONTROLLED_DISK("control=PATH") {
    @Override
    List<Patch> patches() {
      return Disk.PATCHES;
    }
  },
  /** A client that measures its term by the wall clock. */
  WALL_CLOCK_CLIENT("wall-clock-client") {
    @Override
    List<Patch> patches() {
      return WallClock.PATCHES;
    }
  };

  private final String argument;

  Variant(String argument) {
    this.argument = argument;
  }

  String argument() {
    return argument;
  }

  abstract List<Patch> patches();

  /** Before the first class is changed. */
  void begin() {}

  static Variant named(String argument) {
    return Arrays.stream(values())
        .filter(variant -> variant != CONTROLLED_DISK && variant.argument.equals(argument))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "agent argument: '" + argument + "' (expected: one of " + all() + ")"));
  }

  private static String all() {
    return Arrays.stream(values()).map(Variant::argument).collect(Collectors.joining(", "));
  }
}
