package io.tenure.compare.system.server;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Programs for the JVM that this one runs on. */
public final class JavaProgram {
  private JavaProgram() {}

  /** Its java command. */
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

  /** As in this process, from wherever it was started. */
  private static String classPath() {
    String path = System.getProperty("java.class.path", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
