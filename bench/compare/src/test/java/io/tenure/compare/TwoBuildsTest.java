package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.compare.report.JsonReport;
import io.tenure.compare.result.ComparedSystem;
import io.tenure.compare.result.Results;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.Systems;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With real servers and driver processes, if the command line is built. */
final class TwoBuildsTest {
  private static final LockSystem SINGLE = Systems.named("tenure-single");

  @TempDir Path directory;

  /** The same build twice, but each through a client library loaded from its own jars. */
  @Test
  void eachBuildIsMeasuredWithItsServersAndItsClient() throws Exception {
    assumeTrue(SINGLE.missing().isEmpty());
    String jar = System.getenv("TENURE_JAR");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Bench.commandLine(DriverProcess::new, Systems.all());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String arguments =
        "--systems tenure-single --ab %s --workload uncontended --clients 1 --rounds 1 --warmup 0s"
            + " --duration 500ms --data %s --out %s";

    int code =
        command.execute(arguments.formatted(jar, directory, directory.resolve("out")).split(" "));

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(out.toString()).contains("builds: ratio of tenure-single-b to tenure-single");
    Results results =
        JsonReport.read(Files.readString(directory.resolve("out").resolve("results.json")));
    assertThat(results.systems())
        .extracting(ComparedSystem::settings)
        .extracting(settings -> settings.get("client library"))
        .containsExactly("of the bench's checkout", "of this build");
  }

  @Test
  void clientOfTheOtherBuildComesFirstOnTheClassPath() throws Exception {
    assumeTrue(SINGLE.missing().isEmpty());
    Path jar = Path.of(System.getenv("TENURE_JAR"));
    LockSystem other = SINGLE.withBuild(jar, true).get(1);

    List<String> command = DriverProcess.command(other, List.of("localhost:1"));

    List<String> path = List.of(command.get(command.indexOf("-cp") + 1).split(File.pathSeparator));
    assertThat(path.get(0)).contains("cli/target/lib/tenure-client");
    assertThat(path).noneMatch(entry -> entry.contains("tenure-server"));
    assertThat(command).endsWith("tenure-single", "localhost:1");
  }
}
