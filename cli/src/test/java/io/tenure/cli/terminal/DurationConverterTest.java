package io.tenure.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {
  private final CommandRun command = new CommandRun();

  @Test
  void timesAreReadAsPeopleWriteThem() {
    assertThat(new DurationConverter().convert("1m30s")).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void otherTextsAreRefusedWithExamples() {
    assertThatThrownBy(() -> new DurationConverter().convert("forever"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(
            "\"forever\" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)");
  }

  @Test
  void badTimeIsBadUsage() {
    assertThat(command.run("acquire", "/key", "--ttl", "30")).isEqualTo(2);
    assertThat(command.err())
        .contains("--ttl")
        .contains("\"30\" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1h1.5s", "2m", "2min", "soon"})
  void settingsOfServersAreRefusedAsTheyWereWritten(String time, @TempDir Path data) {
    assertThat(command.run("server", "--data", data.toString(), "--election-timeout-min", time))
        .isEqualTo(1);
    assertThat(command.err())
        .contains("election-timeout-min: \"" + time + "\" (expected: 50ms to 60s)");
  }

  /** Read if only what comes after them is refused. */
  @ParameterizedTest
  @ValueSource(strings = {"1m", "1min", "1.5s", "59s500ms"})
  void settingsOfServersTakeTheSameTimesAsOptionsAndInFiles(String time, @TempDir Path data)
      throws IOException {
    Path file =
        Files.writeString(
            data.resolve("conf"), "data = d\nelection-timeout-min = " + time + "\nid = \n");

    assertThat(command.run("server", "--config", file.toString())).isEqualTo(1);
    assertThat(command.err()).contains("conf:3: id: ").doesNotContain("election-timeout-min");

    String folder = data.toString();
    assertThat(command.run("server", "--data", folder, "--election-timeout-min", time, "--id", ""))
        .isEqualTo(1);
    assertThat(command.err()).contains("id: ").doesNotContain("election-timeout-min");
  }
}
