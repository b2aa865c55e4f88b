package io.tenure.cli.run;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.plain.PlainLocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many wait for one key. */
final class CrowdTest {
  /** What a key has room for. */
  private static final int FULL = 10_000;

  private static final int CLIENTS = 5;

  @TempDir private Path data;
  @TempDir private Path folder;

  private final CommandRun command = new CommandRun();
  private final List<Tenure> clients = new ArrayList<>();
  private LocalService service;
  private PlainLocks locks;

  @BeforeEach
  void start() {
    service = LocalService.start(data);
    locks = PlainLocks.of(List.of(service.address()));
  }

  @AfterEach
  void stop() {
    clients.forEach(Tenure::close);
    locks.close();
    service.close();
  }

  @Test
  void thoseWhoAreNotNamedAreCounted() throws InterruptedException {
    try (Hold held = connect().lock("/crowd").acquire()) {
      crowd("/crowd", 1_030);

      assertThat(run("show", "/crowd")).isZero();
      assertThat(command.out())
          .contains("waiting: 1030")
          .endsWith("\nand 30 more\n")
          .hasLineCount(3 + 2 + 1_000 + 1);

      assertThat(run("ls", "/crowd", "--waiters")).isZero();
      assertThat(command.out()).contains(" and 930 more ").hasLineCount(1 + 1 + 100 + 1);

      assertThat(run("ls", "/crowd", "-o", "json")).isZero();
      Map<String, Object> crowd = JsonText.parse(command.out().lines().toList().get(0));
      assertThat(crowd).containsEntry("waiting", 1_030.0);
      assertThat((List<?>) crowd.get("waiters")).hasSize(100);
      assertThat(held.isValid()).isTrue();
    }
  }

  @Test
  void foreverRetriesWhileTheQueueIsFull() throws InterruptedException {
    try (Hold held = connect().lock("/elections/full").acquire()) {
      crowd("/elections/full", FULL);

      try (TenureProcess elect =
          TenureProcess.start(
              folder,
              "elect",
              "full",
              "--forever",
              "--endpoints",
              service.address(),
              "--",
              "echo",
              "elected")) {
        awaitUntil("it is told", () -> elect.err().endsWith("; retrying\n"));
        assertThat(elect.err()).hasLineCount(1).contains("waiters");

        held.release();
        clients.forEach(Tenure::close);

        elect.awaitOut("elected");
      }
    }
  }

  private void crowd(String key, int size) {
    for (int i = 0; i < CLIENTS; i++) {
      Tenure client = connect();
      for (int j = 0; j < size / CLIENTS; j++) {
        var unused = client.lock(key).acquireAsync();
      }
    }
    awaitUntil("all wait", () -> isWaitedForBy(key, size));
  }

  /** False if the service has so much to do that it cannot say. */
  private boolean isWaitedForBy(String key, int size) {
    try {
      return locks.get(key).waiting() == size;
    } catch (UnavailableException busy) {
      return false;
    }
  }

  private Tenure connect() {
    Tenure client =
        Tenure.builder()
            .endpoints(service.address())
            .name("crowd-" + clients.size())
            .ttl(Duration.ofMinutes(1))
            .connect();
    clients.add(client);
    return client;
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoints", service.address()));
    return command.run(all.toArray(String[]::new));
  }
}
