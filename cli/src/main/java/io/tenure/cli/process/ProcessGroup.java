package io.tenure.cli.process;

import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A command that runs in a session and a process group of its own, with everything that it starts:
 * a signal reaches all of them, also those whose parent is gone.
 *
 * <p>On Linux these are all processes of the session, whatever process groups the command makes in
 * it: {@code timeout} and a shell with {@code set -m} make some. Other systems do not tell which
 * session a process belongs to; there it is the command's own process group. A process that makes a
 * session of its own is out of reach on all systems.
 *
 * <p>Java cannot make a session, so a small program does, and then becomes the command: its process
 * id is the command's, the group's and the session's. The command has this process's terminal to
 * read from and to write to, but not as its controlling terminal: what is typed there to interrupt
 * goes to this process, which passes it on.
 */
public final class ProcessGroup {
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
  public static List<String> starter(Invocation invocation) {
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
  public static ProcessGroup start(
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
  public CompletableFuture<Integer> exit() {
    return leader.onExit().thenApply(Process::exitValue);
  }

  /** Sends every process of the session a signal, by its name without SIG. */
  public void send(String signal) {
    try {
      boolean sent = kill(signal, "-" + leader.pid());
      if (!sent && leader.isAlive()) {
        // Started just now, it has not yet come to make the session.
        kill(signal, Long.toString(leader.pid()));
      }
      String[] others =
          groups().stream()
              .filter(group -> group != leader.pid())
              .map(group -> "-" + group)
              .toArray(String[]::new);
      if (others.length > 0) {
        kill(signal, others);
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

  /** Sends a signal to the process of the command, and to none that it has started. */
  void sendToCommand(String signal) {
    if (leader.isAlive()) {
      kill(signal, Long.toString(leader.pid()));
    }
  }

  /** Waits until nothing in the session runs any more; false if that takes longer. */
  public boolean awaitEnd(Duration atMost) {
    return Patience.await(atMost, () -> !leader.isAlive() && groups().isEmpty());
  }

  /**
   * Ends everything in the session with SIGKILL and waits until nothing runs any more; false if
   * that takes longer. A process that is about to make a group when its own is killed may do so
   * first, so groups that appear meanwhile are killed, too.
   */
  public boolean kill(Duration atMost) {
    Set<Long> killed = new HashSet<>(groups());
    send("KILL");
    return Patience.await(
        atMost,
        () -> {
          Set<Long> running = groups();
          if (killed.addAll(running)) {
            send("KILL");
          }
          return !leader.isAlive() && running.isEmpty();
        });
  }

  /**
   * The process groups of the session in which something runs. Processes that have ended, but that
   * nobody has asked about, do not count.
   */
  private Set<Long> groups() {
    if (!Files.exists(KernelView.PROCESSES.resolve("self"))) {
      return kill("0", "-" + leader.pid()) ? Set.of(leader.pid()) : Set.of();
    }
    Set<Long> groups = new HashSet<>();
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(KernelView.PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        KernelView.of(process)
            .filter(view -> view.session() == leader.pid() && !view.hasEnded())
            .ifPresent(view -> groups.add(view.group()));
      }
      return groups;
    } catch (IOException | DirectoryIteratorException e) {
      return Set.of(leader.pid());
    }
  }

  /**
   * Java cannot send signals; every shell can. False if there is nobody to send it to.
   *
   * @param whom process ids; process groups are those with a minus sign
   */
  private static boolean kill(String signal, String... whom) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "kill -s \"$0\" -- \"$@\" 2>/dev/null", signal));
    command.addAll(List.of(whom));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      throw new CommandFailedException("cannot run sh: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
