package io.tenure.cli;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * A source checkout with the script in it, which takes it for one that is built: the jar leads to
 * the classes under test. It has no sources, so that it cannot be built.
 */
record Checkout(Path root) {
  private static final List<String> MODULES =
      List.of("core", "protocol", "raft", "client", "server", "simulation", "cli");

  /** How long ago it was built. */
  static final Duration AGE = Duration.ofMinutes(20);

  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** Makes one whose script has just tried to make an archive of classes, and does not now. */
  static Checkout in(Path root) throws IOException {
    Checkout checkout = new Checkout(root);
    for (String module : MODULES) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.createFile(root.resolve(module).resolve("pom.xml"));
    }
    Files.createFile(root.resolve("pom.xml"));
    Files.copy(Path.of("../tenure"), checkout.script());
    checkout.makeJar();
    // As the script notes that it knows this JDK; of another one it would make an archive.
    Files.writeString(
        checkout.target("tenure.java"),
        JAVA_HOME.resolve("bin/java").toRealPath()
            + "\n"
            + Files.readString(JAVA_HOME.resolve("release")));
    Files.createFile(checkout.target("tenure.rehearsed"));
    return checkout;
  }

  /** What the script needs to use the JDK of this process. */
  static Map<String, String> environment() {
    return Map.of("JAVA_HOME", JAVA_HOME.toString());
  }

  Path script() {
    return root.resolve("tenure");
  }

  Path target(String name) {
    return root.resolve("cli/target").resolve(name);
  }

  private void makeJar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri())
                .map(URI::toASCIIString)
                .collect(Collectors.joining(" ")));
    Path jar = target("tenure-cli.jar");
    Files.createDirectories(jar.getParent());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.finish();
    }
    // Everything else is older.
    Instant built = Instant.now().minus(AGE);
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(built.minusSeconds(60)));
      }
    }
    Files.setLastModifiedTime(jar, FileTime.from(built));
  }
}
