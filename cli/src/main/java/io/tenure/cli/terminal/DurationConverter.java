package io.tenure.cli.terminal;

import io.tenure.client.plain.PlainRequest;
import io.tenure.protocol.text.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations in the format of the server's settings; see {@link DurationText}. */
public class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return DurationText.parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" (expected: %s)".formatted(text, DurationText.EXPECTED)));
  }

  /** Also accepts {@code forever}. */
  public static final class OrForever extends DurationConverter {
    @Override
    public Duration convert(String text) {
      return text.equals("forever") ? PlainRequest.FOREVER : super.convert(text);
    }
  }
}
