package io.tenure.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** The environment of this process: how it was started, and where its files are. */
public record Invocation(Map<String, String> environment) {
  /**
   * Variables set by the {@code tenure} script for this process; removed from the environment of
   * child processes.
   */
  private static final Set<String> SCRIPT_VARIABLES =
      Set.of("TENURE_COMMAND", "TENURE_TERMINAL", "TENURE_SERVER_JAVA_OPTIONS", "TENURE_LC_ALL");

  public static Invocation current() {
    return new Invocation(System.getenv());
  }

  /**
   * Undoes the changes that the {@code tenure} script made to an environment. The script sets a
   * UTF-8 locale, so that the JVM can decode the arguments.
   */
  public void restore(Map<String, String> changed) {
    changed.keySet().removeAll(SCRIPT_VARIABLES);
    String locale = environment.get("TENURE_LC_ALL");
    if (locale == null) {
      return; // Not started by the script.
    }
    if (locale.startsWith("=")) {
      changed.put("LC_ALL", locale.substring(1));
    } else {
      changed.remove("LC_ALL");
    }
  }

  /** How the user started this program, for hints that can be copied. */
  public String command() {
    return valueOf("TENURE_COMMAND", "tenure");
  }

  /** The directory in which {@code up} and {@code cluster} keep their files. */
  public Path home() {
    String home = valueOf("TENURE_HOME", "");
    return home.isEmpty()
        ? Path.of(System.getProperty("user.home", "."), ".tenure")
        : Path.of(home).toAbsolutePath().normalize();
  }

  /** JVM options for server processes. */
  public String serverJavaOptions() {
    return valueOf("TENURE_SERVER_JAVA_OPTIONS", "");
  }

  /** The nodes' addresses, separated by commas, or empty. */
  public String endpoints() {
    return valueOf("TENURE_ENDPOINTS", "");
  }

  /** Whether standard output is a terminal; detected by the {@code tenure} script. */
  public boolean isInteractive() {
    return !valueOf("TENURE_TERMINAL", "").isEmpty();
  }

  /** The default client name: {@code USER@HOST}. */
  public String clientName() {
    String user = System.getProperty("user.name", "");
    String host = valueOf("HOSTNAME", hostInFile());
    return host.isEmpty() ? user : user + "@" + host;
  }

  /** Reads the host name from a file, because a network lookup can be slow. */
  private static String hostInFile() {
    try {
      return Files.readString(Path.of("/etc/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether a program of this name is in {@code $PATH}. */
  public boolean finds(String program) {
    return Arrays.stream(valueOf("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private String valueOf(String name, String otherwise) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? otherwise : value;
  }
}
