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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {
  private final CommandRun command = new CommandRun();

  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "500ms, 500",
    "30s, 30000",
    "1.5s, 1500",
    "0.001s, 1",
    "5m, 300000",
    "10min, 600000",
    "2h, 7200000",
    "1m30s, 90000",
    "1h5min0.5s, 3900500",
    "1h2m3s4ms, 3723004",
    "999999999h, 3599999996400000"
  })
  void timesAreReadAsPeopleWriteThem(String text, long millis) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "30", "s", "-5s", "5 s", "5S", "1d", ".5s", "1.s", "30s1m", "1s1s", "1m1min", "5mi",
        "0.5ms", "1.0005s", "forever", "1e3s"
      })
  void otherTextsAreRefusedWithExamples(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(
            "\"%s\" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)", text);
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
