package io.tenure.faults.fault;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.faults.cluster.ClusterSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Servers that start soon and take little, for tests. */
final class SmallNodes {
  private SmallNodes() {}

  /** How they are started, if the command was built. */
  static ClusterSetup in(Path folder) {
    Path jar = file(ClusterSetup.JAR, "../cli/target/tenure-cli.jar");
    assumeTrue(Files.isRegularFile(jar), () -> jar + " is missing: mvn -pl cli -am package");
    return ClusterSetup.in(folder)
        .jar(jar)
        .javaOptions(
            List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-Xms48m",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"))
        .setting("warm-up", "false")
        .setting("http-listen", "off");
  }

  /** The agent, if it was built. */
  static Optional<Path> agent() {
    return Optional.of(file("TENURE_FAULTS_AGENT", "agent/target/tenure-faults-agent.jar"))
        .filter(Files::isRegularFile);
  }

  private static Path file(String variable, String usual) {
    return Path.of(Optional.ofNullable(System.getenv(variable)).orElse(usual));
  }
}
