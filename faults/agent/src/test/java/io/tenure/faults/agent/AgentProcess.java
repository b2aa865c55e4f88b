package io.tenure.faults.agent;

import io.tenure.harness.process.ChildProcess;
import io.tenure.harness.process.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;

/** A JVM with the agent. Ended when it is closed. */
final class AgentProcess implements AutoCloseable {
  private final ChildProcess process;

  private AgentProcess(ChildProcess process) {
    this.process = process;
  }

  /**
   * Starts a program.
   *
   * @param classPath what the program sees, without the agent
   * @param words the main class and its arguments
   */
  static AgentProcess startSeeing(String classPath, Path folder, String argument, String... words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(
        List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx160m"));
    command.add("-javaagent:" + jar(folder) + "=" + argument);
    command.addAll(List.of(words));
    Path output = Files.createTempFile(folder, "output", "");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", classPath);
    return new AgentProcess(ChildProcess.start(builder, output));
  }

  /** A program that sees everything that the tests see. */
  static AgentProcess start(Path folder, String argument, String... words) throws IOException {
    return startSeeing(System.getProperty("java.class.path"), folder, argument, words);
  }

  /** A server whose data is in the folder, too. */
  static AgentProcess server(Path folder, String argument) throws IOException {
    return start(
        folder,
        argument,
        "io.tenure.cli.Main",
        "server",
        "--data=" + folder.resolve("data"),
        "--listen=127.0.0.1:0",
        "--http-listen=off");
  }

  /** The agent as it is packaged, but for Byte Buddy, which stays where it is. */
  private static Path jar(Path folder) throws IOException {
    Path jar = folder.resolve("agent.jar");
    if (Files.exists(jar)) {
      return jar;
    }
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(new Attributes.Name("Premain-Class"), Agent.class.getName());
    attributes.put(Attributes.Name.CLASS_PATH, home(ByteBuddy.class).toUri().toString());
    Path classes = home(Agent.class);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> found = Files.walk(classes)) {
      for (Path each : found.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
        Files.copy(each, out);
      }
    }
    return jar;
  }

  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  String output() {
    return process.output();
  }

  /** The address at which a server listens. */
  String endpoint() {
    return process.awaitEndpoint();
  }

  void awaitOutput(String text) {
    process.awaitOutput(text);
  }

  /** Ends it with SIGTERM, unless it has ended. Returns the exit code. */
  int stop() {
    return process.stop();
  }

  int exitCode() {
    return process.awaitExit();
  }

  /** How often the agent has reported that a change of its own took effect. */
  long count(String what) {
    Matcher found =
        Pattern.compile("tenure-faults-agent: " + what + ": ([0-9]+)").matcher(output());
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  @Override
  public void close() {
    process.close();
  }
}
