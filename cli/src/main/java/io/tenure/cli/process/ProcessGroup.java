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
 * A command that runs in its own session and process group, together with all processes that it
 * starts. A signal reaches all of them, including those whose parent has ended.
 *
 * <p>On Linux these are all processes of the session, in whatever process groups: {@code timeout}
 * and a shell with {@code set -m} create some. Other systems do not show which session a process
 * belongs to; there a signal reaches only the command's own process group. A process that creates
 * its own session cannot be reached on any system.
 *
 * <p>The JDK cannot create a session, so a small program creates it and then replaces itself with
 * the command: its process id is the id of the command, the group and the session. The command can
 * read from and write to this process's terminal, but it is not its controlling terminal: an
 * interrupt typed there goes to this process, which forwards it.
 */
public final class ProcessGroup {
  /**
   * Linux has the first program, macOS the second. Both exit with 127 if the command does not
   * exist.
   */
  private static final List<List<String>> STARTERS =
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

  /** The program and arguments that start a process group on this machine. */
  public static List<String> starter(Invocation invocation) {
    return STARTERS.stream()
        .filter(starter -> invocation.finds(starter.get(0)))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "cannot run a command in its own process group: neither setsid nor"
                        + " perl is in $PATH; install one of them"));
  }

  /** Starts a command with standard input, output and error of this process. */
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

  /** Completed with the exit code of the command; processes that it started may still run. */
  public CompletableFuture<Integer> exit() {
    return leader.onExit().thenApply(Process::exitValue);
  }

  /** Sends a signal, named without SIG, to every process of the session. */
  public void send(String signal) {
    try {
      boolean sent = kill(signal, "-" + leader.pid());
      if (!sent && leader.isAlive()) {
        // The starter has not yet created the session.
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
      // Without a shell, a signal can be sent to the command's own process only.
      switch (signal) {
        case "TERM" -> leader.destroy();
        case "KILL" -> leader.destroyForcibly();
        default -> throw noProcess;
      }
    }
  }

  /** Sends a signal to the command's own process only. */
  void sendToCommand(String signal) {
    if (leader.isAlive()) {
      kill(signal, Long.toString(leader.pid()));
    }
  }

  /** Waits until all processes of the session have ended; false if that takes longer. */
  public boolean awaitEnd(Duration atMost) {
    return Patience.await(atMost, () -> !leader.isAlive() && groups().isEmpty());
  }

  /**
   * Kills all processes of the session with SIGKILL and waits until they have ended; false if that
   * takes longer. A process may create a group just before its own group is killed, so groups that
   * appear meanwhile are killed, too.
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

  /** The process groups of the session that have running processes. Zombies do not count. */
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
   * The JDK cannot send signals; every shell can. False if there is no such process.
   *
   * @param targets process ids, or process group ids with a minus sign
   */
  private static boolean kill(String signal, String... targets) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "kill -s \"$0\" -- \"$@\" 2>/dev/null", signal));
    command.addAll(List.of(targets));
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
