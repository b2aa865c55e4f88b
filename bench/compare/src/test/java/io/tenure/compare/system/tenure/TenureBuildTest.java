package io.tenure.compare.system.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenureBuildTest {
  @TempDir Path target;

  @Test
  void ownClientIsThatOfTheManifestWithoutServerAndMetrics() throws IOException {
    Path jar =
        jar(
            "lib/tenure-client-2.jar lib/grpc-api-1.jar lib/tenure-server-2.jar lib/micrometer-core-1.jar");
    Path client = file("lib/tenure-client-2.jar");
    Path grpc = file("lib/grpc-api-1.jar");

    assertThat(new TenureBuild(jar, true, true).clientJars()).containsExactly(client, grpc);
  }

  @Test
  void sharedClientNeedsNoJars() throws IOException {
    assertThat(new TenureBuild(target.resolve("none.jar"), false, true).clientJars()).isEmpty();
  }

  @Test
  void missingJarOfTheClientIsNamed() throws IOException {
    Path jar = jar("lib/tenure-client-2.jar");

    assertThatThrownBy(() -> new TenureBuild(jar, true, true).clientJars())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lib/tenure-client-2.jar is missing");
  }

  @Test
  void jarWithoutAClassPathIsRefused() throws IOException {
    Path jar = jar(null);

    assertThatThrownBy(() -> new TenureBuild(jar, true, true).clientJars())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no Class-Path in its manifest (expected: tenure-cli.jar)");
  }

  @Test
  void comparedBuildsDoNotUseTheArchiveOfClasses() {
    String options = "-Xmx1g -XX:SharedArchiveFile=/a/tenure.jsa -XX:+UseSerialGC";

    assertThat(TenureBuild.javaOptions(options, true))
        .containsExactly("-Xmx1g", "-XX:+UseSerialGC");
    assertThat(TenureBuild.javaOptions(options, false)).hasSize(3);
  }

  private Path file(String name) throws IOException {
    Path path = target.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.createFile(path);
  }

  private Path jar(String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (classPath != null) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    Path jar = target.resolve("tenure-cli.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }
}
