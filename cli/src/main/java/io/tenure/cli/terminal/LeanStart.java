package io.tenure.cli.terminal;

/**
 * Keeps what a short command does not need from starting: a command is over before most of it would
 * pay off. To be called before any class of the client is loaded.
 */
public final class LeanStart {
  /** The shaded copy of Netty reads its settings under this name. */
  private static final String NETTY = "io.grpc.netty.shaded.io.netty.";

  private LeanStart() {}

  /** Whether the command runs a server in this process, which is meant to run for long. */
  public static boolean isForServer(String command) {
    return command.equals("server") || command.equals("up");
  }

  public static void prepare() {
    // What the client would log, commands say in words of their own.
    set("slf4j.internal.verbosity", "ERROR");
    set("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    // A native library would be unpacked first.
    set(NETTY + "transport.noNative", "true");
    set(NETTY + "jfr.enabled", "false");
    set(NETTY + "leakDetection.level", "disabled");
    set(NETTY + "allocator.type", "unpooled");
    // Made up from the hardware and the process otherwise; only Netty's logs would show them.
    set(NETTY + "machineId", "00:00:00:00:00:00:00:01");
    set(NETTY + "processId", "1");
  }

  private static void set(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
