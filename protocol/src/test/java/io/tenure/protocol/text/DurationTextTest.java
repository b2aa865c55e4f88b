package io.tenure.protocol.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {
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
    assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "30", "s", "-5s", "5 s", "5S", "1d", ".5s", "1.s", "30s1m", "1s1s", "1m1min", "5mi",
        "0.5ms", "1.0005s", "forever", "1e3s"
      })
  void otherTextsAreRefused(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }
}
