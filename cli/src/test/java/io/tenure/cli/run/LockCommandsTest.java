package io.tenure.cli.run;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for scripts and operators, against a real server. Each test has keys of its own. */
final class LockCommandsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private static Path data;
  private static LocalService service;

  private final CommandRun command = new CommandRun();

  @BeforeAll
  static void start() {
    service = LocalService.start(data);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void tokenIsAllThatIsPrinted() {
    int exitCode = run("acquire", "/token");

    assertThat(exitCode).isZero();
    assertThat(command.out()).matches("\\d+\\R");
    assertThat(command.err()).isEmpty();
  }

  @Test
  void heldKeyIsRefusedWithItsHolder() {
    String token = acquire("/busy", "--name", "alice", "--value", "at work");

    int exitCode = run("acquire", "/busy", "--name", "bob");

    assertThat(exitCode).isEqualTo(75);
    assertThat(command.out()).isEmpty();
    assertThat(command.err())
        .hasLineCount(1)
        .startsWith(
            "tenure: held by others: /busy is held by alice, token " + token + ", expires in ")
        .contains(": at work");
  }

  @Test
  void releasedKeyCanBeTakenWithAGreaterToken() {
    String token = acquire("/again");

    assertThat(run("renew", "/again", token)).isZero();
    assertThat(command.out()).isEqualToNormalizingNewlines("Renewed /again for 30 s.\n");
    assertThat(run("release", "/again", token)).isZero();
    assertThat(Long.parseLong(acquire("/again"))).isGreaterThan(Long.parseLong(token));
    assertThat(run("release", "/again", token)).isEqualTo(1);
    assertThat(command.err()).contains("token " + token + " is no longer held");
  }

  @Test
  void sharedAndLimitedLocksAreHeldTogether() {
    acquire("/shared/a", "/shared/b", "--shared");
    acquire("/shared/a", "--shared");
    acquire("/permits", "--permits", "2");
    acquire("/permits", "--permits", "2");

    assertThat(run("acquire", "/permits", "--permits", "2")).isEqualTo(75);
    assertThat(run("acquire", "/shared", "--subtree", "--wait", "1ms")).isEqualTo(75);
    assertThat(command.err()).startsWith("tenure: not granted within the wait time: /shared/");
  }

  @Test
  void showAndLsNameHoldersAndWaiters() throws InterruptedException {
    String token = acquire("/shown/key", "--name", "carol", "--value", "why");
    try (Tenure waiting =
        Tenure.builder().endpoints(service.address()).name("erin").timeout(PATIENCE).connect()) {
      CompletableFuture<Hold> asked = waiting.lock("/shown/key").acquireAsync();
      TenureProcess.awaitUntil("it waits", () -> waitersOf(waiting, "/shown/key") == 1);

      assertThat(run("show", "/shown/key")).isZero();
      assertThat(command.out()).contains("holders: 1").contains(token).contains("carol");
      assertThat(command.out()).contains("waiting: 1").contains("erin");
      assertThat(run("show", "/shown/key", "-o", "json")).isZero();
      assertThat(JsonText.parse(command.out())).containsEntry("key", "/shown/key");
      assertThat(command.out()).contains("\"token\":" + token + ",");
      assertThat(run("ls", "/shown")).isZero();
      assertThat(command.out()).hasLineCount(2).contains("/shown/key").contains("exclusive");
      assertThat(run("ls", "/shown", "--waiters")).isZero();
      assertThat(command.out()).hasLineCount(3).contains("erin, waiting for ");
      assertThat(run("ls", "/shown", "--output", "json")).isZero();
      assertThat(command.out()).hasLineCount(2).contains("\"client_name\":\"erin\"");
      assertThat(JsonText.parse(command.out().lines().toList().get(0)))
          .containsEntry("waiting", 1.0);
      asked.cancel(false);
    }
    assertThat(run("show", "/shown/nothing")).isZero();
    assertThat(command.out()).isEqualToNormalizingNewlines("free\n");
  }

  @Test
  void sessionsAreListedWithWhatTheyHave() throws InterruptedException {
    try (Tenure client =
            Tenure.builder().endpoints(service.address()).name("frank").ttl(PATIENCE).connect();
        Hold two = client.lock("/frank/a", "/frank/b").acquire();
        Hold one = client.lock("/frank/c").acquire()) {
      assertThat(two.token()).isLessThan(one.token());

      assertThat(run("sessions")).isZero();
      assertThat(command.out())
          .startsWith("SESSION  CLIENT")
          .containsPattern("(?m)^ *\\d+  frank +60 s +\\d+(\\.\\d)? s +2 +0$");
      assertThat(run("sessions", "-o", "json")).isZero();
      assertThat(command.out().lines().map(JsonText::parse))
          .filteredOn("client_name", "frank")
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session).containsEntry("ttl_ms", 60_000.0).containsEntry("holds", 2.0);
                assertThat((Double) session.get("remaining_ms")).isPositive();
              });
    }
  }

  @Test
  void operatorEndsAHoldByItsToken() {
    String token = acquire("/revoked", "--name", "dave");

    assertThat(run("revoke", "/revoked", "--token", token)).isZero();
    assertThat(command.out()).isEqualToNormalizingNewlines("Revoked /revoked from dave.\n");
    assertThat(run("revoke", "/revoked", "--token", token)).isEqualTo(1);
    assertThat(command.err()).startsWith("tenure: token " + token);
  }

  @Test
  void statusNamesTheLeader() {
    acquire("/led"); // A node that has just started needs a moment to lead.

    awaitUntil("it is told in time", () -> run("status") == 0);

    assertThat(command.out()).hasLineCount(2).contains("n1").contains("leader");
    awaitUntil("it is told in time", () -> run("status", "-o", "json") == 0);
    assertThat(JsonText.parse(command.out()))
        .containsEntry("node", "n1")
        .containsEntry("answers", true);
    assertThat(command.out()).contains("\"role\":\"LEADER\"").contains("\"lag\":0");
  }

  @Test
  void tokensAreAboveARaisedRevision() {
    long above = 3L << 40;

    assertThat(run("raise-revision", "--above", Long.toString(above))).isZero();

    assertThat(command.out()).startsWith("New tokens of shard main are greater than ");
    assertThat(Long.parseLong(acquire("/raised"))).isGreaterThan(above);
  }

  @Test
  void completionIsAScriptForBash() throws IOException, InterruptedException {
    assertThat(command.run("completion", "bash")).isZero();
    Path script = Files.writeString(data.resolve("completion"), command.out());

    Process bash = new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();

    assertThat(bash.waitFor()).isZero();
    assertThat(command.out()).contains("transfer-leader").contains("--no-wait");
    assertThat(command.run("completion", "zsh")).isZero();
  }

  @Test
  void whatTheServerRefusesIsToldInItsWords() {
    assertThat(run("show", "relative")).isEqualTo(1);
    assertThat(command.err()).startsWith("tenure: key: \"relative\" (expected: ");
    assertThat(run("transfer-leader", "--shard", "other")).isEqualTo(1);
    assertThat(command.err())
        .isEqualToNormalizingNewlines("tenure: shard: other (expected: main)\n");
  }

  @Test
  void serverThatIsNotThereIsToldHowToStartOne() throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "127.0.0.1:" + free.getLocalPort();
    }

    int exitCode = command.run("show", "/key", "--endpoints", address);

    assertThat(exitCode).isEqualTo(69);
    assertThat(command.err())
        .isEqualToNormalizingNewlines(
            "tenure: cannot connect to "
                + address
                + "; to start a server, run "
                + Invocation.current().command()
                + " up\n");
  }

  private static int waitersOf(Tenure tenure, String key) {
    return tenure.getAsync(key).join().waiting();
  }

  private String acquire(String... arguments) {
    List<String> all = new ArrayList<>(List.of("acquire"));
    all.addAll(List.of(arguments));
    assertThat(run(all.toArray(String[]::new))).as(command.err()).isZero();
    return command.out().strip();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoints", service.address()));
    return command.run(all.toArray(String[]::new));
  }
}
