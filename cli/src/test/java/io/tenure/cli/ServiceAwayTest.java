package io.tenure.cli;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.PlainLocks;
import io.tenure.client.PlainRequest;
import io.tenure.client.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A time to wait is also a time to wait for the service. */
final class ServiceAwayTest {
  @TempDir private Path data;
  @TempDir private Path folder;
  private LocalService service;

  @BeforeEach
  void start() {
    service = LocalService.start(data);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource({
    "lock /job --wait 10m -- echo ran, ran",
    "lock /job --wait forever -- echo ran, ran",
    "elect job --wait 10m -- echo ran, ran",
    "acquire /job --wait 10m, [0-9]+"
  })
  void waitOutlastsAServiceThatIsAwayAtTheStart(String line, String printed) {
    service.close();
    try (TenureProcess command = tenure(line)) {
      awaitUntil("it has failed once", () -> command.err().endsWith("; still trying\n"));

      startAgain();

      assertThat(command.exitCode()).as(command.err()).isZero();
      assertThat(command.out()).matches(printed + "\n");
      assertThat(command.err()).hasLineCount(1).startsWith("tenure: ").contains(service.address());
    }
  }

  @Test
  void waitOutlastsAServiceThatGoesAwayMeanwhile() {
    long token = hold("/job");
    try (TenureProcess lock = tenure("lock /job --wait 10m --ttl 1s -- echo ran")) {
      awaitUntil("it waits", () -> waiting("/job") == 1);
      service.close();
      awaitUntil("its session is lost", () -> lock.err().endsWith("; still trying\n"));

      startAgain();
      awaitUntil("it waits again", () -> waiting("/job") == 1);
      release("/job", token);

      assertThat(lock.exitCode()).as(lock.err()).isZero();
      assertThat(lock.out()).isEqualTo("ran\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lock /job --no-wait -- echo never",
    "lock /job -- echo never",
    "lock /job --wait 1ms -- echo never",
    "acquire /job",
    "acquire /job --wait 1ms"
  })
  void serviceThatStaysAwayHasACodeOfItsOwn(String line) {
    service.close();
    try (TenureProcess command = tenure(line)) {
      assertThat(command.exitCode()).isEqualTo(69);
      assertThat(command.out()).isEmpty();
      assertThat(command.err()).hasLineCount(1).doesNotContain("still trying");
    }
  }

  @Test
  void signalEndsTheWaitForTheService() {
    service.close();
    try (TenureProcess lock = tenure("lock /job --wait 10m -- echo never")) {
      awaitUntil("it has failed once", () -> lock.err().endsWith("; still trying\n"));

      lock.send("TERM");

      assertThat(lock.exitCode()).isEqualTo(128 + 15);
      assertThat(lock.out()).isEmpty();
    }
  }

  private TenureProcess tenure(String line) {
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(1, List.of("--endpoints", service.address()));
    return TenureProcess.start(folder, arguments.toArray(String[]::new));
  }

  /** At the same address. */
  private void startAgain() {
    service =
        LocalService.start(
            data,
            Map.of(
                "listen", service.address(), "raft-listen", "127.0.0.1:0", "http-listen", "off"));
  }

  private int waiting(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      return locks.get(key).waiting();
    }
  }

  private long hold(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      List<Target> targets = List.of(Target.exclusive(key));
      Duration ttl = Duration.ofMinutes(10);
      return locks.acquire(new PlainRequest(targets, ttl, Duration.ZERO, "", "test")).token();
    }
  }

  private void release(String key, long token) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      locks.release(key, token);
    }
  }
}
