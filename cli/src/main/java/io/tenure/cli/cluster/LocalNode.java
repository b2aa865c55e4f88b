package io.tenure.cli.cluster;

import io.tenure.cli.process.KernelView;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node of a cluster on this machine.
 *
 * @param port where clients connect; the next two are for Raft and HTTP
 * @param lastPid of the process last started for this node
 */
public record LocalNode(String id, int port, Path folder, OptionalLong lastPid) {
  private static final String HOST = "127.0.0.1";

  /** The state of its process. */
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

  /** The data directory, which must contain only the server's own files. */
  Path data() {
    return folder.resolve("data");
  }

  public Path log() {
    return folder.resolve("server.log");
  }

  /** Its process if it still exists and the process id was not reused. */
  Optional<ProcessHandle> process() {
    return lastPid.isPresent()
        ? ProcessHandle.of(lastPid.getAsLong())
            .filter(process -> isMine(process) || isEnding(process.pid()))
        : Optional.empty();
  }

  private boolean isMine(ProcessHandle process) {
    String data = data().toString();
    return process
        .info()
        .arguments()
        .map(arguments -> Arrays.asList(arguments).contains(data))
        .orElse(false);
  }

  /** An ending process loses its arguments first and its ports last. */
  private static boolean isEnding(long pid) {
    return KernelView.of(pid).map(view -> view.exiting() && !view.hasEnded()).orElse(false);
  }

  /**
   * Only Linux shows that a process is stopped; elsewhere it counts as running and does not answer.
   */
  State state() {
    return process()
        .map(process -> isStopped(process.pid()) ? State.PAUSED : State.RUNNING)
        .orElse(State.DOWN);
  }

  private static boolean isStopped(long pid) {
    return KernelView.of(pid).map(KernelView::isStopped).orElse(false);
  }
}
