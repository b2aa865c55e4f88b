package io.tenure.harness.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** For commands that run Java programs on the same JVM as this process. */
public final class JavaCommand {
  private JavaCommand() {}

  /** The path of the java command. */
  public static String java() {
    return Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
  }

  /** The class path of this process, with absolute paths. */
  public static String classPath() {
    String path = System.getProperty("java.class.path", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
