package io.tenure.compare.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the client libraries, from the build. */
public final class Versions {
  private static final Properties ALL = load();

  private Versions() {}

  public static String of(String library) {
    String version = ALL.getProperty(library);
    if (version == null) {
      throw new IllegalArgumentException(
          "library: " + library + " (expected: one of " + ALL.stringPropertyNames() + ")");
    }
    return version;
  }

  private static Properties load() {
    Properties versions = new Properties();
    try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
      return versions;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
