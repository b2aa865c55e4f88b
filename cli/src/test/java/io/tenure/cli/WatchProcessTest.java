package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Target;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"ls /some, false", "show /some/key, false", "ls /some, true", "show /some/key, true"})
  void watchFromTheRevisionOfAListingTellsWhatHappensAfterIt(String listing, boolean held) {
    try (LocalService service = LocalService.start(data)) {
      acquire(service.address(), held ? "/some/key" : "/elsewhere");
      CommandRun command = new CommandRun();
      List<String> arguments = new ArrayList<>(List.of(listing.split(" ")));
      arguments.addAll(List.of("-o", "json", "--endpoints", service.address()));
      assertThat(command.run(arguments.toArray(String[]::new))).as(command.err()).isZero();
      List<Map<String, Object>> listed = command.out().lines().map(JsonText::parse).toList();
      long revision = ((Double) listed.get(listed.size() - 1).get("revision")).longValue();
      assertThat(listed).allSatisfy(each -> assertThat(each).containsKey("revision"));

      acquire(service.address(), "/some/other");
      String from = Long.toString(revision + 1);
      try (TenureProcess watch =
          TenureProcess.start(
              folder, "watch", "/some", "--from", from, "--endpoints", service.address())) {
        watch.awaitOut("\n");

        assertThat(watch.out()).contains(" granted /some/other ").hasLineCount(1);
      }
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
              "tenure: prefix: / (expected: a key such as /billing; the service has several shards,"
                  + " and a watch covers one shard only)\n");
    }
  }

  private static void acquire(String address, String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(address))) {
      List<Target> targets = List.of(Target.exclusive(key));
      locks.acquire(new PlainRequest(targets, Duration.ofMinutes(1), Duration.ZERO, "", "test"));
    }
  }
}
