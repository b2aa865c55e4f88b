package io.tenure.cli;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Target;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WaiterView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A time to wait is also a time to wait for the service. */
@Tag("full")
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
    "acquire /job --wait 10m, [0-9]+",
    "acquire /job --wait 10m --permits 2, [0-9]+"
  })
  void waitOutlastsAServiceThatIsAwayAtTheStart(String line, String printed) {
    service.close();
    try (TenureProcess command = tenure(line)) {
      awaitUntil("it has failed once", () -> command.err().endsWith("; retrying\n"));

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
      awaitUntil("its session is lost", () -> lock.err().endsWith("; retrying\n"));

      startAgain();
      awaitUntil("it waits again", () -> waiting("/job") == 1);
      release("/job", token);

      assertThat(lock.exitCode()).as(lock.err()).isZero();
      assertThat(lock.out()).isEqualTo("ran\n");
    }
  }

  @Test
  void waitOfAcquireOutlastsAServiceThatGoesAwayMeanwhile() {
    long token = hold("/job");
    try (TenureProcess acquire = tenure("acquire /job --wait 10m --ttl 5s")) {
      awaitUntil("it waits", () -> waiting("/job") == 1);
      service.close();
      awaitUntil("it has failed", () -> acquire.err().endsWith("; retrying\n"));

      startAgain();
      awaitUntil("it waits again", () -> waiting("/job") == 1);
      release("/job", token);

      assertThat(acquire.exitCode()).as(acquire.err()).isZero();
      assertThat(acquire.out()).matches("[0-9]+\n");
    }
  }

  @Test
  void acquireThatLosesItsConnectionWhileItWaitsLeavesOneHold() {
    long token = hold("/job");
    try (CuttableProxy proxy = CuttableProxy.to(service.address());
        TenureProcess acquire = tenure("acquire /job --wait 10m --ttl 10m", proxy.address())) {
      awaitUntil("it waits", () -> waiting("/job") == 1);
      List<String> first = waiters("/job");
      proxy.hangUp();
      awaitUntil(
          "only the second request waits",
          () -> waiting("/job") == 1 && !waiters("/job").equals(first));

      release("/job", token);

      assertThat(acquire.exitCode()).as(acquire.err()).isZero();
      assertThat(acquire.err()).hasLineCount(1).endsWith("; retrying\n");
      assertThat(holds("/job")).containsExactly(Long.valueOf(acquire.out().strip()));
      assertThat(waiting("/job")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--shared", "--permits 2"})
  void acquireThatCouldBeGrantedTwiceIsNotAskedForAgainAfterItWasAskedFor(String mode) {
    long token =
        hold(mode.equals("--shared") ? Target.exclusive("/job") : Target.permit("/job", 2));
    long more = mode.equals("--shared") ? token : hold(Target.permit("/job", 2));
    try (CuttableProxy proxy = CuttableProxy.to(service.address());
        TenureProcess acquire = tenure("acquire /job --wait 10m " + mode, proxy.address())) {
      awaitUntil("it waits", () -> waiting("/job") == 1);

      proxy.hangUp();

      assertThat(acquire.exitCode()).isEqualTo(74);
      assertThat(acquire.out()).isEmpty();
      assertThat(acquire.err()).hasLineCount(1).endsWith("; it may have been executed\n");
      awaitUntil("it waits no more", () -> waiting("/job") == 0);
      assertThat(holds("/job")).containsOnly(token, more);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acquireWhoseFirstRequestWasNotAnsweredMayHaveBeenGranted(boolean serviceStays) {
    hold("/job");
    try (CuttableProxy proxy = CuttableProxy.to(service.address());
        TenureProcess acquire = tenure("acquire /job --wait 5s -o json", proxy.address())) {
      awaitUntil("it waits", () -> waiting("/job") == 1);
      proxy.hangUp();
      if (!serviceStays) {
        proxy.close();
      }

      assertThat(acquire.exitCode()).as(acquire.err()).isEqualTo(74);
      assertThat(acquire.out()).isEmpty();
      Map<String, Object> error = JsonText.parse(acquire.err().lines().toList().get(1));
      assertThat(error)
          .containsEntry("reason", serviceStays ? "TIMED_OUT" : "UNREACHABLE")
          .containsEntry("may_have_been_done", true);
      assertThat(error.get("message").toString())
          .endsWith(
              "; an earlier attempt was not answered: if it was granted, that hold expires after its TTL");
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
      assertThat(command.err()).hasLineCount(1).doesNotContain("retrying");
    }
  }

  @Test
  void signalEndsTheWaitForTheService() {
    service.close();
    try (TenureProcess lock = tenure("lock /job --wait 10m -- echo never")) {
      awaitUntil("it has failed once", () -> lock.err().endsWith("; retrying\n"));

      lock.send("TERM");

      assertThat(lock.exitCode()).isEqualTo(128 + 15);
      assertThat(lock.out()).isEmpty();
    }
  }

  private TenureProcess tenure(String line) {
    return tenure(line, service.address());
  }

  private TenureProcess tenure(String line, String address) {
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(1, List.of("--endpoints", address));
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

  /** The session of each request that waits. */
  private List<String> waiters(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      return locks.get(key).waiters().stream().map(WaiterView::session).toList();
    }
  }

  private List<Long> holds(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      return locks.get(key).holds().stream().map(HoldView::token).toList();
    }
  }

  private long hold(String key) {
    return hold(Target.exclusive(key));
  }

  private long hold(Target target) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      Duration ttl = Duration.ofMinutes(10);
      return locks
          .acquire(new PlainRequest(List.of(target), ttl, Duration.ZERO, "", "test"))
          .token();
    }
  }

  private void release(String key, long token) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      locks.release(key, token);
    }
  }
}
