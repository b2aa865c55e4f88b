package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EndSignalTest {
  @Test
  void signalIsRaisedOnlyByTheEndOfTheProcess() {
    try (EndSignal signal = new EndSignal()) {
      assertThat(signal.isRaised()).isFalse();
    }
  }
}
