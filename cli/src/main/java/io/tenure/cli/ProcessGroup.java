package io.tenure.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A command that runs in a process group of its own, with everything that it starts: a signal that
 * is sent to the group reaches all of them, also those whose parent is gone.
 *
 * <p>Java cannot make a group, so a small program does, and then becomes the command: its process
 * id is the command's and the group's. It makes a session with it, so the command has this
 * process's terminal to read from and to write to, but not as its controlling terminal: what is
 * typed there to interrupt goes to this process, which passes it on.
 */
final class ProcessGroup {
  /** Linux has the first one, macOS the second one. Both tell by 127 that there is no command. */
  private static final List<List<String>> LEADERS =
      List.of(
          List.of("setsid", "--"),
          List.of(
              "perl",
              "-e",
              "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV; my $missing = $!{ENOENT};"
                  + " warn \"$ARGV[0]: $!\\n\"; exit($missing ? 127 : 126)"));

  private final Process leader;

  private ProcessGroup(Process leader) {
    this.leader = leader;
  }

  /** What to start a group with, on this machine. */
  static List<String> starter(Invocation invocation) {
    return LEADERS.stream()
        .filter(leader -> invocation.finds(leader.get(0)))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "cannot run a command in a process group of its own: neither setsid nor perl"
                        + " is in $PATH"));
  }

  /** Starts a command with the input and the outputs of this process. */
  static ProcessGroup start(
      List<String> starter, List<String> command, Map<String, String> environment) {
    List<String> all = new ArrayList<>(starter);
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).inheritIO();
    Invocation.current().restore(builder.environment());
    builder.environment().putAll(environment);
    try {
      return new ProcessGroup(builder.start());
    } catch (IOException e) {
      throw new CommandFailedException("cannot start " + starter.get(0) + ": " + e.getMessage(), e);
    }
  }

  /** Completed with the exit code of the command, which is not the end of all that it started. */
  CompletableFuture<Integer> exit() {
    return leader.onExit().thenApply(Process::exitValue);
  }

  /** Sends everything in the group a signal, by its name without SIG. */
  void send(String signal) {
    try {
      boolean sent = kill(signal, "-" + leader.pid());
      if (!sent && leader.isAlive()) {
        // Started just now, it has not yet come to make the group.
        kill(signal, Long.toString(leader.pid()));
      }
    } catch (CommandFailedException noProcess) {
      // What can be done without starting one reaches the command alone.
      switch (signal) {
        case "TERM" -> leader.destroy();
        case "KILL" -> leader.destroyForcibly();
        default -> throw noProcess;
      }
    }
  }

  /** Waits until nothing in the group runs any more; false if that takes longer. */
  boolean awaitEnd(Duration atMost) {
    return Patience.await(atMost, () -> !leader.isAlive() && !isPopulated());
  }

  /** Those that have ended, but that nobody has asked about, do not count. */
  private boolean isPopulated() {
    if (!Files.exists(KernelView.PROCESSES.resolve("self"))) {
      return kill("0", "-" + leader.pid());
    }
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(KernelView.PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (isRunningMember(process)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private boolean isRunningMember(Path process) {
    return KernelView.of(process)
        .map(view -> view.group() == leader.pid() && !view.hasEnded())
        .orElse(false);
  }

  /** Java cannot send signals; every shell can. False if there is nobody to send it to. */
  private static boolean kill(String signal, String whom) {
    try {
      return new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\" 2>/dev/null", signal, whom)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      throw new CommandFailedException("cannot run sh: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
