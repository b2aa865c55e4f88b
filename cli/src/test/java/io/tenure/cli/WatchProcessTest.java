package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.PlainLocks;
import io.tenure.client.PlainRequest;
import io.tenure.client.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watch outlives what happens to the service. */
final class WatchProcessTest {
  @TempDir private Path data;
  @TempDir private Path folder;

  @Test
  void watchGoesOnWhenTheOnlyNodeHasRestarted() {
    LocalService first = LocalService.start(data);
    try (TenureProcess watch =
        TenureProcess.start(
            folder, "watch", "/watched", "--from", "1", "--endpoints", first.address())) {
      acquire(first.address(), "/watched/before");
      watch.awaitOut("/watched/before");

      first.close();
      // One of its own, so that nobody can have taken the ones beside it meanwhile.
      Map<String, String> place =
          Map.of("listen", first.address(), "raft-listen", "127.0.0.1:0", "http-listen", "off");
      try (LocalService second = LocalService.start(data, place)) {
        acquire(second.address(), "/watched/after");

        watch.awaitOut("/watched/after");
      }

      assertThat(watch.out()).hasLineCount(2);
      assertThat(watch.err()).isEmpty();
    }
  }

  @Test
  void wholeServiceWithSeveralShardsCannotBeWatched() {
    try (LocalService service = LocalService.start(data, Map.of("shards", "low:,high:n"))) {
      CommandRun command = new CommandRun();

      int exitCode = command.run("watch", "--endpoints", service.address());

      assertThat(exitCode).isEqualTo(1);
      assertThat(command.err())
          .isEqualToNormalizingNewlines(
              "tenure: prefix: / (expected: a key such as /billing, as this service has several"
                  + " shards)\n");
    }
  }

  private static void acquire(String address, String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(address))) {
      List<Target> targets = List.of(Target.exclusive(key));
      locks.acquire(new PlainRequest(targets, Duration.ofMinutes(1), Duration.ZERO, "", "test"));
    }
  }
}
