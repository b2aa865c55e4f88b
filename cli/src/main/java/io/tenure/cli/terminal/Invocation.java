package io.tenure.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** What the environment says: how this command was started, and where its files are. */
public record Invocation(Map<String, String> environment) {
  /** What the script that starts this tells it; not for the commands that are run from here. */
  private static final Set<String> OWN =
      Set.of("TENURE_COMMAND", "TENURE_TERMINAL", "TENURE_SERVER_JAVA_OPTIONS", "TENURE_LC_ALL");

  public static Invocation current() {
    return new Invocation(System.getenv());
  }

  /**
   * Makes an environment what it was before the script that starts this changed it. To read its
   * arguments, this process has a locale that the user may not have.
   */
  public void restore(Map<String, String> changed) {
    changed.keySet().removeAll(OWN);
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

  /** How to start it again, for hints that can be copied. */
  public String command() {
    return valueOf("TENURE_COMMAND", "tenure");
  }

  /** Where {@code up} and {@code cluster} keep what they need. */
  public Path home() {
    String home = valueOf("TENURE_HOME", "");
    return home.isEmpty()
        ? Path.of(System.getProperty("user.home", "."), ".tenure")
        : Path.of(home).toAbsolutePath().normalize();
  }

  /** The options of the JVMs that servers run in. */
  public String serverJavaOptions() {
    return valueOf("TENURE_SERVER_JAVA_OPTIONS", "");
  }

  /** The nodes to talk to, separated by commas, or empty. */
  public String endpoints() {
    return valueOf("TENURE_ENDPOINTS", "");
  }

  /** Whether a person reads standard output; the script that starts this knows. */
  public boolean isInteractive() {
    return !valueOf("TENURE_TERMINAL", "").isEmpty();
  }

  /** What others are told about who asks, unless the user has said it. */
  public String clientName() {
    String user = System.getProperty("user.name", "");
    String host = valueOf("HOSTNAME", hostInFile());
    return host.isEmpty() ? user : user + "@" + host;
  }

  /** Asking the network for the name of this machine may take long. */
  private static String hostInFile() {
    try {
      return Files.readString(Path.of("/etc/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Whether there is such a program. */
  public boolean finds(String program) {
    return Arrays.stream(valueOf("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private String valueOf(String name, String otherwise) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? otherwise : value;
  }
}
