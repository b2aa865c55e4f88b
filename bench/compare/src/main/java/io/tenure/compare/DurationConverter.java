package io.tenure.compare;

import io.tenure.protocol.text.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as all other commands do; see {@link DurationText}. */
final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return DurationText.parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" (expected: %s)".formatted(text, DurationText.EXPECTED)));
  }
}
