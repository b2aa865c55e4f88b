package io.tenure.faults.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern LISTENS = Pattern.compile("listens on ([^ ,\n]+)");

  private final Process process;
  private final Path output;

  private AgentProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
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
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
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
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("CLASSPATH", classPath);
    return new AgentProcess(builder.start(), output);
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
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a server listens. */
  String endpoint() throws InterruptedException {
    await("it listens", () -> LISTENS.matcher(output()).find() || !process.isAlive());
    Matcher found = LISTENS.matcher(output());
    assertThat(found.find()).as(output()).isTrue();
    return found.group(1);
  }

  void awaitOutput(String text) throws InterruptedException {
    await("it prints " + text, () -> output().contains(text) || !process.isAlive());
    assertThat(output()).contains(text);
  }

  private void await(String what, BooleanSupplier condition) throws InterruptedException {
    long givenUpNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - givenUpNanos).as(what + ": " + output()).isNegative();
      Thread.sleep(20);
    }
  }

  /** Ends it as an operator does, unless it has ended. */
  int stop() throws InterruptedException {
    process.destroy();
    return exitCode();
  }

  int exitCode() throws InterruptedException {
    boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(ended).as(output()).isTrue();
    return process.exitValue();
  }

  /** How often the agent says that this has made a difference. */
  long count(String what) {
    Matcher found =
        Pattern.compile("tenure-faults-agent: " + what + ": ([0-9]+)").matcher(output());
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
