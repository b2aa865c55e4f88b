package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.harness.process.JavaCommand;
import io.tenure.testkit.TestServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The jar with its own gRPC and Protobuf, beside others that it could do nothing with. */
final class ShadedJarTest {
  @TempDir private Path folder;

  @Test
  void worksBesideOtherVersionsOfWhatItUses() throws Exception {
    Optional<Path> jar = shadedJar();
    assumeTrue(jar.isPresent(), "made when the client is packaged: mvn verify");
    Path foreign =
        compile(
            "package io.grpc; public final class ManagedChannel {}",
            "package io.grpc; public final class Channel {}",
            "package com.google.protobuf; public final class ByteString {}",
            "package com.google.common.base; public final class Preconditions {}");
    Path main =
        compile(
            jar.get().toString(),
            """
            import io.tenure.client.Hold;
            import io.tenure.client.Tenure;
            public final class Program {
              public static void main(String[] args) throws Exception {
                try (Tenure tenure = Tenure.connect(args[0]);
                    Hold hold = tenure.lock("/shaded").acquire()) {
                  System.out.println("token " + hold.token());
                }
              }
            }
            """);

    try (TestServer server = TestServer.start()) {
      Process program =
          start(List.of(foreign, main, jar.get(), pathOf(Logger.class)), server.endpoint());
      String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(program.waitFor()).as(said).isZero();
      assertThat(said).contains("token ");
    }
  }

  @Test
  void namesItsModule() throws Exception {
    Optional<Path> jar = shadedJar();
    assumeTrue(jar.isPresent(), "made when the client is packaged: mvn verify");

    try (JarFile packaged = new JarFile(jar.get().toFile())) {
      assertThat(packaged.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .isEqualTo("io.tenure.client");
    }
  }

  private static Optional<Path> shadedJar() throws IOException {
    Path built = Path.of("..", "client", "target");
    if (!Files.isDirectory(built)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(built)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-all.jar"))
          .map(Path::toAbsolutePath)
          .findFirst();
    }
  }

  private Path compile(String... sources) throws IOException {
    boolean hasClassPath = sources[0].endsWith(".jar");
    Path target = Files.createTempDirectory(folder, "classes");
    List<String> arguments = new ArrayList<>(List.of("-d", target.toString()));
    if (hasClassPath) {
      arguments.addAll(List.of("-cp", sources[0]));
    }
    for (int i = hasClassPath ? 1 : 0; i < sources.length; i++) {
      String name = sources[i].replaceAll("(?s).*?public final class (\\w+).*", "$1");
      Path file = Files.createTempDirectory(folder, "source").resolve(name + ".java");
      Files.writeString(file, sources[i]);
      arguments.add(file.toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    return target;
  }

  private static Path pathOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static Process start(List<Path> classPath, String endpoint) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(JavaCommand.java(), "-Xmx64m", "Program", endpoint);
    builder
        .environment()
        .put(
            "CLASSPATH",
            String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    return builder.redirectErrorStream(true).start();
  }
}
