package io.tenure.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.server.config.Setting.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingTest {
  private static final Setting<Integer> COUNT =
      Setting.count("count", "things", 2, new Bounds(1, 16), "");
  private static final Setting<Long> SIZE =
      Setting.size("size", "1KiB", new Bounds(1, 1L << 40), "");
  private static final Setting<Duration> DURATION =
      Setting.duration("time", "1s", new Bounds(50, 120_000), "");

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "-1", "", "1.5", " 2", "2 ", "1e1", "99999999999999999999"})
  void countOutsideItsRangeIsRefused(String text) {
    assertThatThrownBy(() -> COUNT.reading().read(text))
        .isInstanceOf(BadValueException.class)
        .hasMessage("\"" + text + "\" (expected: 1 to 16)");
  }

  @ParameterizedTest
  @CsvSource({"1B,1", "1KiB,1024", "64MiB,67108864", "2GiB,2147483648", "1TiB,1099511627776"})
  void sizeHasAUnit(String text, long bytes) throws BadValueException {
    assertThat(SIZE.reading().read(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0B", "2TiB", "1024", "1MB", "1 MiB", "-1B", "", "999999999999999TiB"})
  void sizeWithoutUnitOrOutsideItsRangeIsRefused(String text) {
    assertThatThrownBy(() -> SIZE.reading().read(text))
        .isInstanceOf(BadValueException.class)
        .hasMessage("\"" + text + "\" (expected: 1B to 1TiB)");
  }

  @ParameterizedTest
  @CsvSource({"50ms,50", "5s,5000", "2min,120000", "2m,120000", "1.5s,1500", "1m30s,90000"})
  void durationHasAUnit(String text, long millis) throws BadValueException {
    assertThat(DURATION.reading().read(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"49ms", "3min", "300", "1h", "", "9999999999min", "0.0501s", "30s1m"})
  void durationWithoutUnitOrOutsideItsRangeIsRefused(String text) {
    assertThatThrownBy(() -> DURATION.reading().read(text))
        .isInstanceOf(BadValueException.class)
        .hasMessage("\"" + text + "\" (expected: 50ms to 120s)");
  }

  @Test
  void everyLiteralDefaultIsAValueOfItsSetting() throws BadValueException {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.fallback().literal()) {
        assertThat(setting.reading().read(setting.fallback().text())).isNotNull();
      }
    }
  }

  @Test
  void settingsHaveDistinctNames() {
    assertThat(Settings.ALL).extracting(Setting::name).doesNotHaveDuplicates();
  }

  /** On failure: copy the expected lines into the page. */
  @Test
  void documentationListsExactlyTheseSettings() throws IOException {
    List<String> expected = Settings.ALL.stream().map(SettingTest::row).toList();

    List<String> rows =
        Files.readAllLines(Path.of("..", "docs", "configuration.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();

    assertThat(String.join("\n", rows)).isEqualTo(String.join("\n", expected));
  }

  private static String row(Setting<?> setting) {
    Setting.Default fallback = setting.fallback();
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            setting.name(),
            setting.meaning(),
            setting.unit(),
            fallback.literal() ? "`" + fallback.text() + "`" : fallback.text(),
            setting.range());
  }
}
