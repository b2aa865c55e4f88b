package io.tenure.compare.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenure itself, whenever its command has been built; of one node, which is soon started. */
final class TenureTest {
  @TempDir Path directory;

  @Test
  void oneNodeDoesWhatTheComparisonAsksFor() throws Exception {
    LockSystem tenure = Systems.named("tenure-single");
    assumeTrue(tenure.missing().isEmpty());

    try (Trial trial = Trial.start(tenure, directory)) {
      trial.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 0);
      trial.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 1);
      trial.requireThatReadersExcludeWritersOnly();
      trial.requireThatWatchersAreTold();
    }
  }
}
