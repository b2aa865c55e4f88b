package io.tenure.cli.run;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.cli.TenureProcess;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.JsonText;
import io.tenure.client.Target;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import io.tenure.client.view.HoldView;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that run a command, as processes, with all that can end them. */
@Tag("full")
final class HoldProcessTest {
  private static final String LOOP = "while :; do sleep 0.1; done";

  @TempDir private static Path data;
  private static ServiceProcesses service;
  private static PlainLocks locks;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    service = new ServiceProcesses(data);
    locks = service.locks();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void endAll() {
    service.endProcesses();
  }

  @Test
  void exitCodeInputAndOutputAreThoseOfTheCommand() {
    TenureProcess lock = lock("/plain", "--", "sh", "-c", "cat; echo told >&2; exit 7");
    lock.type("typed");

    assertThat(lock.exitCode()).isEqualTo(7);
    assertThat(lock.out()).isEqualTo("typed");
    assertThat(lock.err()).isEqualTo("told\n");
    assertThat(locks.get("/plain").holds()).isEmpty();
  }

  @Test
  void commandGetsItsKeysAndItsTokenInItsEnvironment() {
    String print = "echo \"$TENURE_TOKEN $TENURE_KEY\"; echo \"$TENURE_KEYS\"; kill -KILL $$";

    TenureProcess lock =
        lock("/z first", "/a", "--shared", "--value", "v", "--", "sh", "-c", print);

    assertThat(lock.exitCode()).isEqualTo(128 + 9);
    assertThat(lock.out()).matches("\\d+ /z first\n/z first\n/a\n");
    assertThat(lock.err()).isEmpty();
  }

  @Test
  void missingCommandExitsWith127() {
    TenureProcess lock = lock("/nothing", "--", "no-such-command");

    assertThat(lock.exitCode()).isEqualTo(127);
    assertThat(lock.err()).contains("no-such-command").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"setsid, ./plain-file, 126", "perl, ./plain-file, 126", "perl, no-such-command, 127"})
  void commandThatCannotBeExecutedHasTheExitCodeOfShells(
      String starter, String command, int expected) throws IOException {
    assumeTrue(Invocation.current().finds(starter));
    Files.createFile(folder.resolve("plain-file"));
    Map<String, String> environment = Map.of("PATH", pathTo(starter, "sh"));

    TenureProcess lock =
        TenureProcess.start(
            folder, environment, "lock", "/no", "--endpoints", service.address(), "--", command);
    service.endLater(lock);

    assertThat(lock.exitCode()).as(lock.err()).isEqualTo(expected);
    assertThat(lock.err()).contains(command).hasLineCount(1);
  }

  /** A folder in which there are these programs, and no others. */
  private String pathTo(String... programs) throws IOException {
    Path path = Files.createDirectory(folder.resolve("path"));
    for (String program : programs) {
      for (String each : System.getenv("PATH").split(File.pathSeparator)) {
        Path found = Path.of(each, program);
        if (Files.isExecutable(found) && Files.notExists(path.resolve(program))) {
          Files.createSymbolicLink(path.resolve(program), found.toRealPath());
        }
      }
    }
    return path.toString();
  }

  @Test
  void argumentsThatStartWithAnAtSignAreNotExpanded() throws IOException {
    Files.writeString(folder.resolve("file"), "--from-the-file");

    TenureProcess lock = lock("/@file", "--value", "@file", "--", "echo", "@file", "@@file");

    assertThat(lock.exitCode()).as(lock.err()).isZero();
    assertThat(lock.out()).isEqualTo("@file @@file\n");
  }

  @ParameterizedTest
  @CsvSource({"--no-wait, 'held by others: '", "--wait=2s, 'not granted within the wait time: '"})
  void refusedLockNamesItsHolder(String patience, String why) {
    long token = hold("/taken", "alice", "at work");

    TenureProcess lock = lock("/taken", patience, "--", "echo", "never");

    assertThat(lock.exitCode()).isEqualTo(75);
    assertThat(lock.out()).isEmpty();
    assertThat(lock.err())
        .hasLineCount(1)
        .startsWith("tenure: " + why + "/taken is held by alice, token " + token + ", expires in ")
        .endsWith(": at work\n");
    locks.release("/taken", token);
  }

  @Test
  void lostHoldKillsTheWholeGroupIncludingProcessesThatIgnoreSigterm() {
    Path stubborn = folder.resolve("stubborn");
    String child = "trap '' TERM; echo $$ > stubborn; " + LOOP;
    String parent = "sh -c \"$0\" & echo ready; wait";
    TenureProcess lock =
        lock("/lost", "--ttl", "5s", "--grace", "500ms", "--", "sh", "-c", parent, child);
    awaitUntil("the child runs", () -> TenureProcess.read(stubborn).endsWith("\n"));
    long pid = Long.parseLong(TenureProcess.read(stubborn).strip());

    HoldView revoked = service.revoke("/lost");

    assertThat(lock.exitCode()).isEqualTo(76);
    assertThat(lock.err())
        .isEqualTo("tenure: lost /lost, token " + revoked.token() + ": revoked\n");
    awaitUntil("the child is gone", () -> !TenureProcess.isRunning(pid));
  }

  @Test
  void commandThatEndsWithinItsGraceIsNotKilled() {
    Path ended = folder.resolve("ended");
    String orderly = "trap 'sleep 1; echo in order > ended; exit' TERM; echo ready; " + LOOP;
    TenureProcess lock =
        lock("/orderly", "--ttl", "15s", "--grace", "5s", "--", "sh", "-c", orderly);
    lock.awaitOut("ready");

    service.revoke("/orderly");

    assertThat(lock.exitCode()).isEqualTo(76);
    assertThat(TenureProcess.read(ended)).isEqualTo("in order\n");
  }

  @Test
  void processWhoseNameIsCutInACharacterIsKilledToo() {
    Path stubborn = folder.resolve("stubborn");
    // The kernel keeps 15 bytes of a name.
    String parent =
        "child=./fourteen-bytes$(printf '\\303\\251'); printf '#!/bin/sh\\n%s\\n' \"$0\" > $child;"
            + " chmod +x $child; $child & wait";
    // Waits in the shell itself: nobody else is in the group.
    String child = "trap '' TERM; mkfifo never; echo $$ > stubborn; read nothing < never";
    TenureProcess lock =
        lock("/cut", "--ttl", "5s", "--grace", "500ms", "--", "sh", "-c", parent, child);
    awaitUntil("the child runs", () -> TenureProcess.read(stubborn).endsWith("\n"));
    long pid = Long.parseLong(TenureProcess.read(stubborn).strip());

    service.revoke("/cut");

    assertThat(lock.exitCode()).isEqualTo(76);
    awaitUntil("the child is gone", () -> !TenureProcess.isRunning(pid));
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "INT, 2", "HUP, 1"})
  void signalsAreForwardedToTheGroupAndItsEndIsAwaited(String signal, int number) {
    String child = "trap 'echo child heard; exit' " + signal + "; echo ready; " + LOOP;
    String parent = "trap 'exit 42' " + signal + "; sh -c \"$0\"; exit 1";
    TenureProcess lock = lock("/signalled/" + signal, "--", "sh", "-c", parent, child);
    lock.awaitOut("ready");
    assumeFalse(lock.ignores(number));

    lock.send(signal);

    assertThat(lock.exitCode()).isEqualTo(42);
    assertThat(lock.out()).isEqualTo("ready\nchild heard\n");
    assertThat(locks.get("/signalled/" + signal).holds()).isEmpty();
  }

  @Test
  void signalsAreForwardedToChildrenInTheirOwnProcessGroups() {
    assumeTrue(Files.exists(Path.of("/proc/self")) && Invocation.current().finds("bash"));
    String child = "trap 'echo child heard; exit' TERM; echo ready; " + LOOP;
    String parent = "trap 'wait; exit 42' TERM; set -m; sh -c \"$0\" & wait; exit 1";
    TenureProcess lock = lock("/job-control", "--", "bash", "-c", parent, child);
    lock.awaitOut("ready");

    lock.send("TERM");

    assertThat(lock.exitCode()).isEqualTo(42);
    assertThat(lock.out()).isEqualTo("ready\nchild heard\n");
  }

  @ParameterizedTest
  @CsvSource({"USR1, 10", "USR2, 12"})
  void userSignalsAreForwardedToTheCommandOnly(String signal, int number) {
    String helper = "echo ready; until [ -e end ]; do sleep 0.1; done; echo helper ended by itself";
    String command =
        "trap 'echo heard' " + signal + "; sh -c \"$0\" & while kill -0 $!; do wait $!; done";
    TenureProcess lock =
        lock("/helped/" + signal, "--", "sh", "-c", command + " 2>&-; exit 42", helper);
    lock.awaitOut("ready");
    assumeFalse(lock.ignores(number));

    lock.send(signal);
    lock.awaitOut("heard");
    create(folder.resolve("end"));

    assertThat(lock.exitCode()).as(lock.err()).isEqualTo(42);
    assertThat(lock.out()).isEqualTo("ready\nheard\nhelper ended by itself\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"USR1", "USR2"})
  void userSignalsDoNotEndAWaitingLock(String signal) {
    long token = hold("/user/" + signal, "alice", "");
    TenureProcess lock = lock("/user/" + signal, "--", "echo", "granted");
    awaitUntil("it waits", () -> locks.get("/user/" + signal).waiting() == 1);

    lock.send(signal);
    locks.release("/user/" + signal, token);

    assertThat(lock.exitCode()).as(lock.err()).isZero();
    assertThat(lock.out()).isEqualTo("granted\n");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "INT, 2"})
  void withoutACommandTheLockIsHeldUntilASignal(String signal, int number) {
    TenureProcess lock = lock("/kept/" + signal, "-o", "json");
    lock.awaitOut("\n");
    assumeFalse(lock.ignores(number));
    HoldView hold = locks.get("/kept/" + signal).holds().get(0);
    assertThat(lock.out())
        .isEqualTo(
            "{\"token\":%d,\"keys\":[\"/kept/%s\"],\"ttl_ms\":10000}\n"
                .formatted(hold.token(), signal));

    lock.send(signal);

    assertThat(lock.exitCode()).as(lock.err()).isZero();
    assertThat(locks.get("/kept/" + signal).holds()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "INT, 2"})
  void signalEndsTheWaitAndTheRequest(String signal, int number) {
    long token = hold("/queue", "alice", "");
    TenureProcess lock = lock("/queue", "--", "echo", "never");
    awaitUntil("it waits", () -> locks.get("/queue").waiting() == 1);
    assumeFalse(lock.ignores(number));

    lock.send(signal);

    assertThat(lock.exitCode()).isEqualTo(128 + number);
    assertThat(lock.out()).isEmpty();
    awaitUntil("it waits no more", () -> locks.get("/queue").waiting() == 0);
    locks.release("/queue", token);
  }

  @Test
  void unreachableServiceHasItsOwnExitCode() throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "127.0.0.1:" + free.getLocalPort();
    }

    TenureProcess lock = tenure("lock", "/key", "--endpoints", address, "--", "echo", "never");

    assertThat(lock.exitCode()).isEqualTo(69);
    assertThat(lock.out()).isEmpty();
    assertThat(lock.err()).hasLineCount(1).startsWith("tenure: ").contains(address);
  }

  @Test
  void watchPrintsAnObjectALine() {
    hold("/watched/key", "alice", "a \"quoted\" value");
    TenureProcess watch =
        tenure("watch", "/watched", "--from", "1", "-o", "json", "--endpoints", service.address());
    watch.awaitOut("\n");

    long token = hold("/watched/other", "bob", "");
    locks.release("/watched/other", token);
    awaitUntil("three lines", () -> watch.out().lines().count() == 3);

    assertThat(watch.out().lines().map(JsonText::parse))
        .extracting(event -> event.get("kind"))
        .containsExactly("GRANTED", "GRANTED", "RELEASED");
  }

  private TenureProcess lock(String... arguments) {
    return service.start(folder, "lock", arguments);
  }

  private TenureProcess tenure(String... arguments) {
    return service.startPlain(folder, arguments);
  }

  private static long hold(String key, String name, String value) {
    List<Target> targets = List.of(Target.exclusive(key));
    return locks
        .acquire(new PlainRequest(targets, Duration.ofSeconds(60), Duration.ZERO, value, name))
        .token();
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
