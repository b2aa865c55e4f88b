package io.tenure.compare.system.server;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Commands that run Java programs on the same JVM as this process. */
public final class JavaProgram {
  private JavaProgram() {}

  /** The path of the java command. */
  public static String java() {
    return Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
  }

  static Server.Command command(List<String> options, List<String> mainAndArguments) {
    List<String> words = new ArrayList<>();
    words.add(java());
    words.addAll(options);
    words.addAll(mainAndArguments);
    return new Server.Command(words, Map.of("CLASSPATH", classPath()), Duration.ZERO);
  }

  /** The class path of this process, with absolute paths. */
  private static String classPath() {
    String path = System.getProperty("java.class.path", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
