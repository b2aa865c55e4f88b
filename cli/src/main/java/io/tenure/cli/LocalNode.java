package io.tenure.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node of a cluster on this machine.
 *
 * @param port where clients connect; the next two are for Raft and HTTP
 * @param lastPid of the process that was last started for it
 */
record LocalNode(String id, int port, Path folder, OptionalLong lastPid) {
  private static final String HOST = "127.0.0.1";

  /** How its process is. */
  enum State {
    RUNNING,
    PAUSED,
    DOWN
  }

  String address() {
    return HOST + ":" + port;
  }

  String httpAddress() {
    return HOST + ":" + (port + 2);
  }

  /** Nothing but the server's own files may be in there. */
  Path data() {
    return folder.resolve("data");
  }

  Path log() {
    return folder.resolve("server.log");
  }

  /** Its process, if it is still there, and not another one that got its number. */
  Optional<ProcessHandle> process() {
    return lastPid.isPresent()
        ? ProcessHandle.of(lastPid.getAsLong()).filter(this::isMine)
        : Optional.empty();
  }

  /** A process that has ended, but that nobody has asked about, has no arguments any more. */
  private boolean isMine(ProcessHandle process) {
    String data = data().toString();
    return process
        .info()
        .arguments()
        .map(arguments -> Arrays.asList(arguments).contains(data))
        .orElse(false);
  }

  State state() {
    return process()
        .map(process -> isStopped(process.pid()) ? State.PAUSED : State.RUNNING)
        .orElse(State.DOWN);
  }

  /** As Linux tells it; elsewhere a stopped process is one that does not answer. */
  private static boolean isStopped(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The state follows the name, which stands in parentheses and may contain any.
      return stat.startsWith("T", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false;
    }
  }
}
