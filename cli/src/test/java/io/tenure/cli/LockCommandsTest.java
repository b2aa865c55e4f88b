package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.Node;
import io.tenure.server.ServerConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for scripts and operators, against a real server. Each test has keys of its own. */
final class LockCommandsTest {
  @TempDir private static Path data;
  private static Node node;

  private final CommandRun command = new CommandRun();

  @BeforeAll
  static void start() throws Exception {
    Map<String, String> flags =
        Map.of("data", data.toString(), "listen", "127.0.0.1:0", "log-level", "error");
    node = Node.start(ServerConfig.load(null, flags));
  }

  @AfterAll
  static void stop() {
    node.close();
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

    assertThat(exitCode).isEqualTo(1);
    assertThat(command.out()).isEmpty();
    assertThat(command.err())
        .startsWith("tenure: not free: /busy is held by ")
        .contains("  alice has /busy with token " + token + ", good for ")
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
    acquire("/permits", "--semaphore", "2");
    acquire("/permits", "--semaphore", "2");

    assertThat(run("acquire", "/permits", "--semaphore", "2")).isEqualTo(1);
    assertThat(run("acquire", "/shared", "--subtree", "--wait", "1ms")).isEqualTo(1);
    assertThat(command.err()).contains("waited in vain");
  }

  @Test
  void getAndListShowHolders() {
    String token = acquire("/shown/key", "--name", "carol", "--value", "why");

    assertThat(run("get", "/shown/key")).isZero();
    assertThat(command.out()).contains("held by 1").contains(token).contains("carol");
    assertThat(run("get", "/shown/key", "-o", "json")).isZero();
    assertThat(command.out()).startsWith("{\"key\":\"/shown/key\",\"holds\":[{\"token\":" + token);
    assertThat(run("get", "/shown/nothing")).isZero();
    assertThat(command.out()).isEqualToNormalizingNewlines("free\n");
    assertThat(run("list", "/shown")).isZero();
    assertThat(command.out()).hasLineCount(2).contains("/shown/key").contains("exclusive");
    assertThat(run("list", "/shown", "--output", "json")).isZero();
    assertThat(command.out()).hasLineCount(1).contains("\"client_name\":\"carol\"");
  }

  @Test
  void operatorEndsAHoldByItsToken() {
    String token = acquire("/revoked", "--name", "dave");

    assertThat(run("revoke", "/revoked", token)).isZero();
    assertThat(command.out()).isEqualToNormalizingNewlines("Revoked /revoked from dave.\n");
    assertThat(run("revoke", "/revoked", token)).isEqualTo(1);
    assertThat(command.err()).startsWith("tenure: token " + token);
  }

  @Test
  void statusNamesTheLeader() {
    acquire("/led"); // A node that has just started needs a moment to lead.

    int exitCode = run("status");

    assertThat(exitCode).isZero();
    assertThat(command.out()).hasLineCount(2).contains("n1").contains("leader");
  }

  @Test
  void whatTheServerRefusesIsToldInItsWords() {
    assertThat(run("acquire", "relative")).isEqualTo(1);
    assertThat(command.err()).startsWith("tenure: key: \"relative\" (expected: ");
    assertThat(run("leader", "transfer", "--shard", "other")).isEqualTo(1);
    assertThat(command.err())
        .isEqualToNormalizingNewlines("tenure: shard: other (expected: main)\n");
  }

  @Test
  void serverThatIsNotThereIsToldHowToStartOne() throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "127.0.0.1:" + free.getLocalPort();
    }

    int exitCode = command.run("get", "/key", "--server", address);

    assertThat(exitCode).isEqualTo(1);
    assertThat(command.err())
        .isEqualToNormalizingNewlines(
            "tenure: no server at "
                + address
                + "; start one with "
                + Invocation.current().command()
                + " up\n");
  }

  private String acquire(String... arguments) {
    List<String> all = new ArrayList<>(List.of("acquire"));
    all.addAll(List.of(arguments));
    assertThat(run(all.toArray(String[]::new))).as(command.err()).isZero();
    return command.out().strip();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", node.address()));
    return command.run(all.toArray(String[]::new));
  }
}
