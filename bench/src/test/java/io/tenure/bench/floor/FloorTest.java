package io.tenure.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class FloorTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      Floor.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @TempDir Path data;

  @Test
  void everyStepIsMeasuredAndLeavesNoFile() {
    int code = command.execute("--seconds=0.1", "--data=" + data);

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("p50 µs")
        .containsPattern("switch +[0-9.]+ +[0-9.]+ +[0-9.]+")
        .containsPattern("loopback +[0-9.]+")
        .containsPattern("fsync +[0-9.]+")
        .containsPattern("fsync\\+size +[0-9.]+");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void durationOutOfRangeIsWrongUsage() {
    assertThat(command.execute("--seconds=0")).isEqualTo(2);

    assertThat(err.toString()).contains("seconds: 0.0 (expected: more than 0, at most 60)");
  }

  @Test
  void directoryThatDoesNotExistIsNamed() {
    int code = command.execute("--seconds=0.01", "--data=" + data.resolve("none"));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("none");
  }
}
