package io.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.fencing.JdbcFencingGuard;
import io.tenure.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as programs: started with an endpoint, checked by their output. */
final class ExampleProgramsTest {
  private static TestServer server;
  private static Tenure tenure;

  @BeforeAll
  static void start() {
    server = TestServer.start();
    tenure = server.connect();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void jobRunsUnlessItRunsElsewhere() throws Exception {
    try (Hold elsewhere = tenure.lock("/jobs/nightly-report").acquire();
        ExampleProgram job = ExampleProgram.start(CronJob.class, server.endpoint())) {
      assertThat(job.exitCode()).isZero();
      assertThat(job.lines()).containsExactly("runs elsewhere");
      assertThat(elsewhere.isValid()).isTrue();
    }

    try (ExampleProgram job = ExampleProgram.start(CronJob.class, server.endpoint())) {
      assertThat(job.exitCode()).isZero();
      assertThat(job.lines()).hasSize(2).last().isEqualTo("done");
      assertThat(job.lines()).first().asString().startsWith("writing the report, token ");
    }
  }

  @Test
  void nextWorkerIsElectedWhenTheFirstIsStopped() throws Exception {
    String key = "/elections/worker";
    try (ExampleProgram first = ExampleProgram.start(LeaderOnlyWorker.class, server.endpoint())) {
      first.awaitLine("step 1");
      try (ExampleProgram second =
          ExampleProgram.start(LeaderOnlyWorker.class, server.endpoint())) {
        second.awaitLine("worker-");
        while (tenure.get(key).waiting() == 0) {
          TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(second.lines()).noneMatch(line -> line.startsWith("elected"));

        first.terminate();

        second.awaitLine("elected, token ");
        first.exitCode();
        assertThat(first.lines()).noneMatch(line -> line.contains("Exception"));
      }
    }
  }

  @Test
  void oneInstanceOfTenMigrates() throws Exception {
    try (ExampleProgram guard = ExampleProgram.start(MigrationGuard.class, server.endpoint())) {
      assertThat(guard.exitCode()).isZero();
      assertThat(guard.lines()).hasSize(2).last().isEqualTo("migrated 1 time(s)");
      assertThat(guard.lines()).first().asString().contains(" migrates, token ");
    }
  }

  @Test
  void scriptNamesTheExamples() throws Exception {
    Process script = new ProcessBuilder("bash", "run").redirectErrorStream(true).start();
    String usage = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(script.waitFor()).isEqualTo(2);
    assertThat(usage.lines())
        .contains("  CacheRebuild", "  CronJob", "  FencedWrite", "  LeaderOnlyWorker")
        .contains("  MigrationGuard");
  }

  @Test
  void scriptLeavesItToTheExampleToAskForItsDatabase(@TempDir Path folder) throws Exception {
    Path script = Files.copy(Path.of("run"), folder.resolve("run"));
    Files.createDirectory(folder.resolve("target"));
    Path jar = folder.resolve("target/tenure-examples.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    String classes = FencedWrite.class.getProtectionDomain().getCodeSource().getLocation() + "";
    String guards = JdbcFencingGuard.class.getProtectionDomain().getCodeSource().getLocation() + "";
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes + " " + guards);
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();

    Process example =
        new ProcessBuilder("bash", script.toString(), "FencedWrite")
            .redirectErrorStream(true)
            .start();
    String said = new String(example.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said)
        .isEqualTo("jdbc url: none (expected: jdbc:postgresql://HOST/DATABASE?user=USER)\n");
    assertThat(example.waitFor()).isEqualTo(2);
  }
}
