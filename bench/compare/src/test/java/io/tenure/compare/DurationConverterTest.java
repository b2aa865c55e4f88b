package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {
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
}
