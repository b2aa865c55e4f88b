package io.tenure.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StopSignalTest {
  @Test
  void signalIsRaisedOnlyByTheEndOfTheProcess() {
    try (StopSignal signal = new StopSignal()) {
      assertThat(signal.isRaised()).isFalse();
    }
  }
}
