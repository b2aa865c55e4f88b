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
 * @param lastPid of the process that was last started for it
 */
public record LocalNode(String id, int port, Path folder, OptionalLong lastPid) {
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

  public Path log() {
    return folder.resolve("server.log");
  }

  /** Its process, if it is still there, and not another one that got its number. */
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

  /** One that ends loses its arguments first, and its ports last. */
  private static boolean isEnding(long pid) {
    return KernelView.of(pid).map(view -> view.exiting() && !view.hasEnded()).orElse(false);
  }

  /** Elsewhere than on Linux a stopped process is one that does not answer. */
  State state() {
    return process()
        .map(process -> isStopped(process.pid()) ? State.PAUSED : State.RUNNING)
        .orElse(State.DOWN);
  }

  private static boolean isStopped(long pid) {
    return KernelView.of(pid).map(KernelView::isStopped).orElse(false);
  }
}
