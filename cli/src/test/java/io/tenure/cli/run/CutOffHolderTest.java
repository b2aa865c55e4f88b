package io.tenure.cli.run;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tenure.cli.CuttableProxy;
import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.cli.process.KernelView;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The holder of a lock cannot reach the service any more, and another one waits for it. */
@Tag("full")
final class CutOffHolderTest {
  private static final String LOOP = "while :; do sleep 0.1; done";

  @TempDir private Path data;
  @TempDir private Path folder;
  private LocalService service;
  private CuttableProxy proxy;
  private Tenure other;

  @BeforeEach
  void start() {
    service = LocalService.start(data);
    proxy = CuttableProxy.to(service.address());
    other = Tenure.builder().endpoints(service.address()).connect();
  }

  @AfterEach
  void stop() {
    other.close();
    proxy.close();
    service.close();
  }

  @Test
  void commandAndChildrenThatIgnoreSigtermAreDeadBeforeAnotherIsGranted() throws Exception {
    String child = "trap '' TERM; echo $$ > child; " + LOOP;
    String parent = "trap '' TERM; sh -c \"$0\" & echo $$ > parent; " + LOOP;
    try (TenureProcess lock = lock("/stubborn", parent, child)) {
      List<Long> pids = Stream.of("parent", "child").map(this::pidIn).toList();
      CompletableFuture<Hold> next = other.lock("/stubborn").acquireAsync();

      proxy.cut();
      next.get(60, TimeUnit.SECONDS);

      assertThat(pids).filteredOn(TenureProcess::isRunning).isEmpty();
      assertThat(lock.exitCode()).isEqualTo(76);
      assertThat(lock.err())
          .matches(
              "tenure: about to lose /stubborn, token \\d+: no keep-alive was acknowledged in"
                  + " time; terminating the command before the lock expires\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"timeout 600 sh -c \"$1\"", "bash -c 'set -m; sh -c \"$0\" & wait' \"$1\""})
  void childrenInProcessGroupsOfTheirOwnAreDeadBeforeAnotherIsGranted(String starter)
      throws Exception {
    assumeThat(KernelView.PROCESSES.resolve("self")).exists();
    assumeThat(Invocation.current().finds(starter.split(" ")[0])).isTrue();
    String child = "trap '' TERM; echo $$ > child; " + LOOP;
    String parent = "echo $$ > parent; " + starter + "; true";
    try (TenureProcess lock = lock("/groups", parent, "sh", child)) {
      List<Long> pids = Stream.of("parent", "child").map(this::pidIn).toList();
      assertThat(pids.stream().map(pid -> KernelView.of(pid).orElseThrow().group()))
          .doesNotHaveDuplicates();
      CompletableFuture<Hold> next = other.lock("/groups").acquireAsync();

      proxy.cut();
      next.get(60, TimeUnit.SECONDS);

      assertThat(pids).filteredOn(TenureProcess::isRunning).isEmpty();
      assertThat(lock.exitCode()).isEqualTo(76);
    }
  }

  @Test
  void commandHasItsGraceBeforeAnotherIsGranted() throws Exception {
    String orderly =
        "trap 'sleep 0.3; echo in order > ended; exit' TERM; echo $$ > parent; " + LOOP;
    try (TenureProcess lock = lock("/orderly", orderly)) {
      pidIn("parent");
      CompletableFuture<Hold> next = other.lock("/orderly").acquireAsync();

      proxy.cut();
      next.get(60, TimeUnit.SECONDS);

      assertThat(TenureProcess.read(folder.resolve("ended"))).isEqualTo("in order\n");
      assertThat(lock.exitCode()).isEqualTo(76);
    }
  }

  @Test
  void releaseThatIsNotAnsweredMayHaveBeenDone() {
    try (TenureProcess lock =
        tenure("lock", "/given-back", "--ttl=10m", "-ojson", "--", "sh", "-c", "echo held; cat")) {
      lock.awaitOut("held");

      proxy.cut();
      lock.type("end");

      assertThat(lock.exitCode()).as(lock.err()).isZero();
      assertThat(JsonText.parse(lock.err()))
          .containsEntry("reason", "RELEASE_UNCONFIRMED")
          .containsEntry("may_have_been_done", true)
          .doesNotContainKey("exit_code")
          .hasEntrySatisfying(
              "message",
              text ->
                  assertThat(text.toString())
                      .startsWith(
                          "release not confirmed; the lock is released, or expires after its TTL: "));
    }
  }

  @Test
  void requestForALockThatIsNotAnsweredMayHaveBeenGranted() throws Exception {
    try (Hold held = other.lock("/asked-for").acquire();
        TenureProcess lock =
            tenure("lock", "/asked-for", "--ttl=10m", "--wait=3s", "-ojson", "--", "echo", "ran")) {
      awaitUntil("it waits", () -> waiting("/asked-for") == 1);

      proxy.cut();

      assertThat(lock.exitCode()).as(lock.err()).isEqualTo(74);
      assertThat(lock.out()).isEmpty();
      // Who holds it may have been told before.
      assertThat(JsonText.parse(lock.err().lines().reduce("", (first, last) -> last)))
          .containsEntry("reason", "NO_ANSWER")
          .containsEntry("may_have_been_done", true);
      assertThat(held.isValid()).isTrue();
    }
  }

  private int waiting(String key) {
    try {
      return other.get(key).waiting();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private long pidIn(String name) {
    Path file = folder.resolve(name);
    awaitUntil("it runs", () -> TenureProcess.read(file).endsWith("\n"));
    return Long.parseLong(TenureProcess.read(file).strip());
  }

  private TenureProcess lock(String key, String... script) {
    Stream<String> options = Stream.of("lock", key, "--ttl", "6s", "--", "sh", "-c");
    return tenure(Stream.concat(options, Stream.of(script)).toArray(String[]::new));
  }

  private TenureProcess tenure(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of("--endpoints", proxy.address()));
    return TenureProcess.start(folder, all.toArray(String[]::new));
  }
}
