package io.tenure.fencing;

import io.tenure.harness.Folders;
import io.tenure.harness.process.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A database in its own process. It ends with the tests, which deletes its data. */
final class ServerProcess {
  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static boolean runsAsRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Runs a command to its end. */
  static void run(List<String> command, Path log) throws IOException, InterruptedException {
    ServerProcess once = launch(command, log);
    if (once.process.waitFor() != 0) {
      throw once.ended();
    }
  }

  /**
   * Starts a server and waits until it accepts connections.
   *
   * @param data is deleted when the server has ended
   */
  static void start(List<String> command, Path log, Path data, DataSource source)
      throws IOException, InterruptedException {
    ServerProcess server = launch(command, log);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(data)));
    server.awaitConnection(source);
  }

  private static ServerProcess launch(List<String> command, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    return new ServerProcess(builder.redirectOutput(log.toFile()).start(), log);
  }

  private void awaitConnection(DataSource source) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Connection connection = source.getConnection()) {
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > deadline) {
          throw new IOException(e);
        }
      }
      if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
        throw ended();
      }
    }
  }

  private IOException ended() throws IOException {
    return new IOException("exit code " + process.exitValue() + ": " + Files.readString(log));
  }

  /**
   * SIGINT, because PostgreSQL would wait for its clients after a SIGTERM. MariaDB ends by both.
   */
  private void stop(Path data) {
    try {
      Signals.send("INT", process.pid());
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroy();
      }
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Folders.delete(data);
    } catch (IOException e) {
      System.err.println("cannot clean up after a database: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
