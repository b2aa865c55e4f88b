package io.tenure.compare.system.tenure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A build of Tenure: the jar of its command line, which starts servers and names the jars of the
 * client library in its manifest.
 *
 * @param jar tenure-cli.jar, with its folder lib beside it
 * @param ownClient whether clients use the library of this build, or that of the bench
 * @param compared whether it is measured beside another build, under equal conditions
 */
record TenureBuild(Path jar, boolean ownClient, boolean compared) {
  /** The jar of this checkout's build, which {@code ./tenure} sets. */
  private static final String JAR = "TENURE_JAR";

  private static final String JAVA_OPTIONS = "TENURE_SERVER_JAVA_OPTIONS";

  /** Maps classes of one build only, so a second build would start slower and use more memory. */
  private static final String CLASS_ARCHIVE = "-XX:SharedArchiveFile=";

  /** Jars of the command line that would change how the client or the driver works. */
  private static final List<String> NOT_OF_THE_CLIENT =
      List.of(
          "tenure-server",
          "tenure-simulation",
          "ratis-",
          "micrometer-",
          "prometheus-",
          "logback-",
          "HdrHistogram-",
          "picocli-",
          "gson-");

  /** The build of this checkout. */
  static TenureBuild ofCheckout() {
    return new TenureBuild(Path.of(environment(JAR)), false, false);
  }

  /** The same build for a comparison with another one. */
  TenureBuild beside() {
    return new TenureBuild(jar, ownClient, true);
  }

  boolean isBuilt() {
    return Files.isRegularFile(jar);
  }

  /** The absolute path of the jar. */
  Path requireJar() throws IOException {
    if (!isBuilt()) {
      throw new IOException(
          "jar: '%s' (expected: the path of tenure-cli.jar; ./tenure sets %s)".formatted(jar, JAR));
    }
    return jar.toAbsolutePath().normalize();
  }

  /** Options of the server JVMs. */
  List<String> javaOptions() {
    return javaOptions(environment(JAVA_OPTIONS), compared);
  }

  static List<String> javaOptions(String options, boolean compared) {
    return Arrays.stream(options.split("\\s+"))
        .filter(option -> !option.isEmpty())
        .filter(option -> !compared || !option.startsWith(CLASS_ARCHIVE))
        .toList();
  }

  /** The jars of the client library, unless clients use that of the bench. */
  List<Path> clientJars() throws IOException {
    List<Path> jars = new ArrayList<>();
    if (ownClient) {
      for (String entry : classPath()) {
        String name = entry.substring(entry.lastIndexOf('/') + 1);
        if (NOT_OF_THE_CLIENT.stream().noneMatch(name::startsWith)) {
          jars.add(requireClientJar(entry));
        }
      }
    }
    return jars;
  }

  private Path requireClientJar(String entry) throws IOException {
    Path path = Path.of(requireJar().toUri().resolve(URI.create(entry)));
    if (!Files.isRegularFile(path)) {
      throw new IOException(
          "%s: %s is missing (expected: tenure-cli.jar in its target folder, with lib beside it)"
              .formatted(jar, entry));
    }
    return path;
  }

  private List<String> classPath() throws IOException {
    try (JarFile file = new JarFile(requireJar().toFile())) {
      Manifest manifest = file.getManifest();
      String entries =
          manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
      if (entries == null) {
        throw new IOException(jar + ": no Class-Path in its manifest (expected: tenure-cli.jar)");
      }
      return List.of(entries.trim().split("\\s+"));
    }
  }

  /** What to know about it in a report. */
  Map<String, String> settings() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    if (compared) {
      Path path = requireJar();
      settings.put(
          "build",
          path
              + " of "
              + Files.getLastModifiedTime(path).toInstant().truncatedTo(ChronoUnit.SECONDS));
      settings.put("client library", ownClient ? "of this build" : "of the bench's checkout");
      settings.put("class archive", "none, for all builds");
    }
    settings.put("java options", String.join(" ", javaOptions()));
    return settings;
  }

  private static String environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).orElse("");
  }
}
