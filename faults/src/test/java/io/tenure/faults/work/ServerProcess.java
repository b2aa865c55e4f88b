package io.tenure.faults.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of one node, in a process of its own. */
final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern LISTENS = Pattern.compile("listens on ([^ ,\n]+)");

  private final Process process;
  private final String endpoint;

  private ServerProcess(Process process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts one whose data, and what it prints, is in the folder. */
  static ServerProcess start(Path folder) throws IOException, InterruptedException {
    Path jar =
        Optional.ofNullable(System.getenv("TENURE_JAR"))
            .map(Path::of)
            .orElse(Path.of("..", "cli", "target", "tenure-cli.jar"));
    assumeTrue(Files.isRegularFile(jar), () -> jar + " is missing: mvn -pl cli -am package");
    Path output = folder.resolve("server.log");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx192m",
            "-jar",
            jar.toString(),
            "server",
            "--data=" + folder.resolve("data"),
            "--listen=127.0.0.1:0",
            "--http-listen=off");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ServerProcess(process, awaitEndpoint(process, output));
  }

  private static String awaitEndpoint(Process process, Path output)
      throws IOException, InterruptedException {
    long givenUpNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      String text = Files.readString(output);
      Matcher listens = LISTENS.matcher(text);
      if (listens.find()) {
        return listens.group(1);
      }
      assertThat(process.isAlive() && System.nanoTime() - givenUpNanos < 0).as(text).isTrue();
      Thread.sleep(20);
    }
  }

  String endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
