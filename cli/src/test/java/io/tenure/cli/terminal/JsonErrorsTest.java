package io.tenure.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.plain.PlainLocks;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code -o json} errors are objects, too. */
final class JsonErrorsTest {
  @TempDir private static Path data;
  private static LocalService service;

  @TempDir private Path folder;
  private final CommandRun command = new CommandRun();

  @BeforeAll
  static void start() {
    service = LocalService.start(data);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          acquire /busy -o json                    | BUSY             | 75 | /busy
          acquire /busy /free --wait 1ms -o json   | TIMED_OUT        | 75 | /busy /free
          lock /busy --no-wait -o json             | BUSY             | 75 | /busy
          elect /busy --no-wait -o json -- true    | BUSY             | 75 | /busy
          elect a b -o json                        | BAD_USAGE        | 2  |
          release /free 1 -ojson                   | NOT_HELD         | 1  | /free
          renew /free 1 --output json              | NOT_HELD         | 1  | /free
          revoke /free --token 1 --output=json     | NOT_HELD         | 1  | /free
          show relative -o=json                    | INVALID_ARGUMENT | 1  | relative
          ls relative -o json                      | INVALID_ARGUMENT | 1  |
          transfer-leader --shard none -o json     | FAILED           | 1  |
          acquire /busy --ttl 500ms -o json        | BAD_USAGE        | 2  | /busy
          acquire -o json --ttl 30 /busy           | BAD_USAGE        | 2  |
          show -o json                             | BAD_USAGE        | 2  |
          lock /busy -o json --                    | BAD_USAGE        | 2  |
          """)
  void errorSaysItsReasonItsKeysAndTheExitCode(
      String line, String reason, int expected, String keys) {
    assertThat(run("acquire /busy --ttl 600s")).isIn(0, ExitCodes.NOT_ACQUIRED);

    int exitCode = run(line);

    assertThat(exitCode).as(command.err()).isEqualTo(expected);
    assertThat(command.out()).isEmpty();
    assertThat(command.err()).hasLineCount(1);
    Map<String, Object> error = JsonText.parse(command.err());
    assertThat(error)
        .containsEntry("reason", reason)
        .containsEntry("exit_code", (double) expected)
        .containsKey("message");
    assertThat(error.get("keys")).isEqualTo(keys == null ? null : List.of(keys.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "acquire /key, 74, true",
    "renew /key 1, 74, true",
    "release /key 1, 74, true",
    "revoke /key --token 1, 74, true",
    "show /key, 69,"
  })
  void requestWithoutAnAnswerMayHaveBeenDoneUnlessItChangesNothing(
      String line, int expected, Boolean mayHaveBeenDone) throws IOException {
    try (ServerSocket listener = new ServerSocket(0)) {
      hangUpOnEveryConnection(listener);
      String address = "127.0.0.1:" + listener.getLocalPort();

      int exitCode = run(line + " -o json", address);

      assertThat(exitCode).as(command.err()).isEqualTo(expected);
      Map<String, Object> error = JsonText.parse(command.err());
      assertThat(error).containsEntry("exit_code", (double) expected);
      assertThat(error.get("may_have_been_done")).isEqualTo(mayHaveBeenDone);
    }
  }

  private static void hangUpOnEveryConnection(ServerSocket listener) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  listener.accept().close();
                }
              } catch (IOException closed) {
                return; // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void serviceThatIsNotThereIsAnObject() throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "127.0.0.1:" + free.getLocalPort();
    }

    int exitCode = command.run("show", "/key", "-o", "json", "--endpoints", address);

    assertThat(exitCode).isEqualTo(69);
    assertThat(JsonText.parse(command.err()))
        .containsEntry("reason", "UNREACHABLE")
        .containsEntry("keys", List.of("/key"))
        .containsEntry("exit_code", 69.0)
        .doesNotContainKey("may_have_been_done");
  }

  @ParameterizedTest
  @CsvSource({
    "lock /run, no-such-program, 127, '\"no-such-program\": not found in $PATH', /run",
    "elect run, no-such-program, 127, '\"no-such-program\": not found in $PATH', /elections/run",
    "lock /run, ./no-such-file, 127, '\"./no-such-file\": no such file', /run",
    "lock /run, ./plain-file, 126, '\"./plain-file\": not an executable file', /run",
    "lock /run, ., 126, '\".\": not an executable file', /run",
    "lock /run, ./script, 127, '\"./script\": its interpreter \"/no/such\" does not exist', /run"
  })
  void commandThatCannotBeRunIsAnObject(
      String line, String program, int expected, String why, String key) throws IOException {
    Files.createFile(folder.resolve("plain-file"));
    Path script = Files.writeString(folder.resolve("script"), "#! /no/such -x\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();

    try (TenureProcess tenure = tenure(line + " -o json -- " + program)) {
      assertThat(tenure.exitCode()).as(tenure.err()).isEqualTo(expected);
      assertThat(tenure.err()).hasLineCount(1);
      assertThat(JsonText.parse(tenure.err()))
          .containsEntry("reason", "CANNOT_RUN")
          .containsEntry("message", "cannot run " + why)
          .containsEntry("keys", List.of(key))
          .containsEntry("exit_code", (double) expected);
    }
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      assertThat(locks.get(key).holds()).as("released").isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"lock /lost, /lost", "elect lost, /elections/lost"})
  void lostHoldIsAnObject(String line, String key) throws IOException {
    Files.writeString(folder.resolve("script"), "echo ready; cat");
    try (TenureProcess holder = tenure(line + " --ttl=1s -o json -- sh script")) {
      holder.awaitOut("ready");

      revoke(key);

      assertThat(holder.exitCode()).isEqualTo(76);
      assertThat(JsonText.parse(holder.err()))
          .containsEntry("reason", "LOST")
          .containsEntry("keys", List.of(key))
          .containsEntry("exit_code", 76.0);
    }
  }

  @Test
  void outputOfTheCommandIsNotThatOfTenure() {
    assertThat(run("lock /free --no-such-option -- tool -o json")).isEqualTo(2);

    assertThat(command.err()).startsWith("tenure: Unknown option");
  }

  private int run(String line) {
    return run(line, service.address());
  }

  private int run(String line, String address) {
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(1, List.of("--endpoints", address));
    return command.run(arguments.toArray(String[]::new));
  }

  private TenureProcess tenure(String line) {
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(1, List.of("--endpoints", service.address()));
    return TenureProcess.start(folder, arguments.toArray(String[]::new));
  }

  private static void revoke(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()));
        ClusterAdmin admin = ClusterAdmin.of(List.of(service.address()))) {
      admin.revoke(key, locks.get(key).holds().get(0).token());
    }
  }
}
