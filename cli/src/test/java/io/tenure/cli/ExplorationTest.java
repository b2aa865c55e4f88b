package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.simulation.SimulatedSystem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ExplorationTest {
  @Test
  void stopsBetweenTwoSeedsWhenAsked() {
    StringWriter out = new StringWriter();
    AtomicInteger questions = new AtomicInteger();
    Exploration endless =
        new Exploration(SimulatedSystem.TENURE, new SeedRange(1, Long.MAX_VALUE), true);

    int exitCode = endless.run(new PrintWriter(out), () -> questions.incrementAndGet() > 3);

    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("Stopped").contains("No promise was broken so far");
  }

  @Test
  void signalIsRaisedOnlyByTheEndOfTheProcess() {
    try (EndSignal signal = new EndSignal()) {
      assertThat(signal.isRaised()).isFalse();
    }
  }
}
