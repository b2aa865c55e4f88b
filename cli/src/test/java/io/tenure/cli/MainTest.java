package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void versionComesFromTheBuild() {
    int exitCode = run("--version");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).matches("tenure \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void helpGoesToStandardOutput() {
    int exitCode = run("--help");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).startsWith("Usage: tenure");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void badUsageIsOneLineAndExitCodeTwo() {
    int exitCode = run("--no-such-option");

    assertThat(exitCode).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .hasLineCount(1)
        .startsWith("tenure: Unknown option: '--no-such-option'")
        .contains("see 'tenure --help'");
  }

  @Test
  void missingCommandIsBadUsage() {
    int exitCode = run();

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith("tenure: missing command").hasLineCount(1);
  }

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
