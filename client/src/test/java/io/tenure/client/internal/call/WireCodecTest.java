package io.tenure.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Target;
import io.tenure.client.plain.PlainRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WireCodecTest {
  @ParameterizedTest
  @CsvSource({"PT0S, 0", "PT0.000000001S, 1", "PT0.0009S, 1", "PT0.001S, 1", "PT24H, 86400000"})
  void waitThatIsTooShortForAMillisecondIsAWait(Duration maxWait, long millis) {
    assertThat(WireCodec.request(waiting(maxWait)).getWaitMs()).isEqualTo(millis);
  }

  @Test
  void waitWithoutALimitHasANumberOfItsOwn() {
    assertThat(WireCodec.request(waiting(PlainRequest.FOREVER)).getWaitMs()).isEqualTo(-1);
  }

  private static PlainRequest waiting(Duration maxWait) {
    return new PlainRequest(
        List.of(Target.exclusive("/key")), Duration.ofSeconds(10), maxWait, "", "");
  }
}
