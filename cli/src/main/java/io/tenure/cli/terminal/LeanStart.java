package io.tenure.cli.terminal;

/**
 * Turns off what a short-lived command does not need, to start faster. Must be called before any
 * class of the client is loaded.
 */
public final class LeanStart {
  /** The shaded copy of Netty reads its settings under this name. */
  private static final String NETTY = "io.grpc.netty.shaded.io.netty.";

  private LeanStart() {}

  /** Whether the command runs a server in this process, which is long-lived. */
  public static boolean isForServer(String command) {
    return command.equals("server") || command.equals("up");
  }

  public static void prepare() {
    // Commands report errors themselves, so the client's log is turned off.
    set("slf4j.internal.verbosity", "ERROR");
    set("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    // The native transport would have to be unpacked first.
    set(NETTY + "transport.noNative", "true");
    set(NETTY + "jfr.enabled", "false");
    set(NETTY + "leakDetection.level", "disabled");
    set(NETTY + "allocator.type", "unpooled");
    // Fixed values save the search for the hardware address; only Netty's logs show them.
    set(NETTY + "machineId", "00:00:00:00:00:00:00:01");
    set(NETTY + "processId", "1");
  }

  private static void set(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
