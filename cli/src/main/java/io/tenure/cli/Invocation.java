package io.tenure.cli;

import java.nio.file.Path;
import java.util.Map;

/** What the environment says: how this command was started, and where its files are. */
record Invocation(Map<String, String> environment) {
  static Invocation current() {
    return new Invocation(System.getenv());
  }

  /** How to start it again, for hints that can be copied. */
  String command() {
    return valueOf("TENURE_COMMAND", "tenure");
  }

  /** Where {@code up} and {@code cluster} keep what they need. */
  Path home() {
    String home = valueOf("TENURE_HOME", "");
    return home.isEmpty()
        ? Path.of(System.getProperty("user.home", "."), ".tenure")
        : Path.of(home).toAbsolutePath().normalize();
  }

  /** The options of the JVMs that servers run in. */
  String serverJavaOptions() {
    return valueOf("TENURE_SERVER_JAVA_OPTIONS", "");
  }

  /** The servers to talk to, separated by commas, or empty. */
  String servers() {
    return valueOf("TENURE_SERVER", "");
  }

  /** Whether a person reads standard output; the script that starts this knows. */
  boolean isInteractive() {
    return !valueOf("TENURE_TERMINAL", "").isEmpty();
  }

  private String valueOf(String name, String otherwise) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? otherwise : value;
  }
}
