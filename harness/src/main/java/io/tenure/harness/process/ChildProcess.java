package io.tenure.harness.process;

import io.tenure.harness.TimeLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that a test started, with its output in a file. Killed when it is closed. */
public final class ChildProcess implements AutoCloseable {
  /** How a server of the {@code tenure} command announces where clients connect. */
  private static final Pattern LISTENS = Pattern.compile("listens on ([^ ,\n]+)");

  /** Long, because many JVMs may start at the same time on a small machine. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static final Duration INTERVAL = Duration.ofMillis(20);

  private final Process process;
  private final Path output;

  private ChildProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a process. If it still runs when this JVM exits, it is killed.
   *
   * @param output where its output is appended; its errors go there, too, unless the builder has
   *     another place for them
   */
  public static ChildProcess start(ProcessBuilder builder, Path output) {
    try {
      if (builder.redirectError().equals(Redirect.PIPE)) {
        builder.redirectErrorStream(true);
      }
      builder.redirectOutput(Redirect.appendTo(output.toFile()));
      return new ChildProcess(ChildProcesses.start(builder), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Process process() {
    return process;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it has printed, including earlier processes with the same output file. */
  public String output() {
    try {
      return Files.exists(output) ? Files.readString(output) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it has printed a text. */
  public void awaitOutput(String text) {
    Matcher unused = awaitOutput(Pattern.compile(Pattern.quote(text)));
  }

  /** Waits until it has printed text that matches the pattern, and returns the first match. */
  public Matcher awaitOutput(Pattern pattern) {
    try {
      TimeLimit.of(LIMIT)
          .until(
              "prints \"" + pattern + "\"",
              INTERVAL,
              () -> pattern.matcher(output()).find() || !process.isAlive());
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage() + ":\n" + output(), e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
    Matcher found = pattern.matcher(output());
    if (!found.find()) {
      throw new AssertionError("ended before it printed \"" + pattern + "\":\n" + output());
    }
    return found;
  }

  /** Waits until a server of the {@code tenure} command accepts clients; returns its address. */
  public String awaitEndpoint() {
    return awaitOutput(LISTENS).group(1);
  }

  /**
   * Sends a signal.
   *
   * @param name without SIG, such as STOP
   */
  public void signal(String name) {
    try {
      Signals.send(name, process.pid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops all its threads and returns when none of them runs any more. */
  public void pause() {
    try {
      Signals.pause(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  public void resume() {
    signal("CONT");
  }

  /** Asks it to exit in good order, and waits. Returns the exit code. */
  public int stop() {
    process.destroy();
    return awaitExit();
  }

  /** Waits until it has exited. Returns the exit code. */
  public int awaitExit() {
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("has not exited within " + LIMIT.toSeconds() + " s:\n" + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Kills it and its descendants, and waits until they are gone. */
  @Override
  public void close() {
    ChildProcesses.end(process);
  }
}
