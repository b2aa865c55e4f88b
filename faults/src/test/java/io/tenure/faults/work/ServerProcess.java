package io.tenure.faults.work;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.harness.process.ChildProcess;
import io.tenure.harness.process.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A cluster of one node, in a process of its own. */
final class ServerProcess implements AutoCloseable {
  private final ChildProcess process;
  private final String endpoint;

  private ServerProcess(ChildProcess process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts a server that keeps its data and its log in the folder. */
  static ServerProcess start(Path folder) {
    Path jar =
        Optional.ofNullable(System.getenv("TENURE_JAR"))
            .map(Path::of)
            .orElse(Path.of("..", "cli", "target", "tenure-cli.jar"));
    assumeTrue(Files.isRegularFile(jar), () -> jar + " is missing: mvn -pl cli -am package");
    List<String> command =
        List.of(
            JavaCommand.java(),
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
    ChildProcess process =
        ChildProcess.start(new ProcessBuilder(command), folder.resolve("server.log"));
    return new ServerProcess(process, process.awaitEndpoint());
  }

  String endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.close();
  }
}
