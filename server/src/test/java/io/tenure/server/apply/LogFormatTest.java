package io.tenure.server.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LogFormatTest {
  private static final RequestId REQUEST = new RequestId(new SessionId(7), 300);

  private static final Target SHARED = new Target(Key.of("/x"), Mode.SHARED, Scope.SUBTREE);

  private static final List<Command> ALL =
      List.of(
          new OpenSession(-1, 600_000, "büro"),
          new OpenSession(Long.MIN_VALUE, 1_000, ""),
          new CloseSession(new SessionId(1)),
          new ExpireSession(new SessionId(Limits.MAX_REVISION)),
          new AcquireLock(
              REQUEST,
              299,
              "owner",
              List.of(
                  new Target(Key.of("/a/b"), Mode.EXCLUSIVE, Scope.SUBTREE),
                  new Target(Key.of("/a/ü"), Mode.SHARED, Scope.KEY),
                  new Target(Key.of("/s"), Mode.semaphore(1_000_000), Scope.KEY),
                  new Target(Key.of("/t"), Mode.semaphore(1), Scope.KEY)),
              true,
              Value.of(new byte[4096])),
          new WithdrawRequest(REQUEST, 0, true),
          new ReleaseLock(REQUEST, 0, Limits.MAX_REVISION),
          new ConvertHold(REQUEST, 0, 1, Mode.SHARED, false),
          new ConvertHold(REQUEST, 0, 1, Mode.EXCLUSIVE, true),
          new SetValue(REQUEST, 0, 5, Value.of("v")),
          new RevokeHold(Key.of("/a"), 9),
          new RaiseRevision(0),
          new StandAside(REQUEST),
          new AcquireLock(
              REQUEST, 0, "", "thread-1", List.of(SHARED), false, Value.of(new byte[] {0})),
          new SetLimits(Limits.forMemory(1L << 32)),
          new EndMore(),
          new CompareState());

  private static byte[] write(List<Command> commands) {
    ByteWriter out = new ByteWriter();
    LogFormat.start(out);
    commands.forEach(command -> LogFormat.write(out, command));
    return out.toArray();
  }

  private static List<Command> read(byte[] bytes) {
    return LogFormat.read(new ByteReader(ByteBuffer.wrap(bytes)));
  }

  @Test
  void everyCommandIsReadBackAsItWas() {
    assertThat(read(write(ALL))).isEqualTo(ALL);
  }

  @Test
  void newerVersionIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(new byte[] {4}))
        .withMessage(
            "log entry: version 4 (expected: 3): a newer release of Tenure wrote it; upgrade this node to"
                + " that release");
  }

  @Test
  void versionOfADevelopmentVersionIsRefused() {
    byte[] written = HexFormat.of().parseHex("010607ac02ab02e807"); // a release, in version 1

    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(written))
        .withMessage(
            "log entry: version 1 (expected: 3): a development version before release 0.1.0 wrote it;"
                + " start this node with that build, or start a node with an empty data directory"
                + " and add it as a new member");
  }

  @Test
  void versionThatNeverWasIsDamage() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(new byte[] {0}))
        .withMessage("log entry: version 0 (expected: 3): damaged");
  }

  /** What a version can say is written down when it is new, and never changed. */
  @Test
  void commandsOfTheVersionAreThoseThatWereWrittenDown() throws IOException {
    String versions;
    try (InputStream in =
        Objects.requireNonNull(LogFormatTest.class.getResourceAsStream("/log-format.txt"))) {
      versions = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    assertThat(versions)
        .as(
            "commands or their fields have changed: raise LogFormat.VERSION and append a section to"
                + " log-format.txt; never change a section")
        .endsWith("\nversion " + LogFormat.VERSION + "\n" + CommandShapes.describe());
    assertThat(versions.lines().filter(line -> line.startsWith("version ")))
        .doesNotHaveDuplicates();
  }

  @Test
  void goldenBytesHaveEveryCommand() {
    Set<Class<?>> golden = new HashSet<>();
    GoldenLog.VERSION_3.values().forEach(command -> golden.add(command.getClass()));

    assertThat(golden).isEqualTo(CommandShapes.commands().collect(Collectors.toSet()));
  }

  /** A change here is a change of the format: it needs a new version. */
  @Test
  void commandsAreWrittenAsTheseBytes() {
    GoldenLog.VERSION_3.forEach(
        (hex, command) ->
            assertThat(HexFormat.of().formatHex(write(List.of(command))))
                .as(command.toString())
                .isEqualTo(hex));
  }

  @Test
  void bytesAreRead() {
    GoldenLog.VERSION_3.forEach(
        (hex, command) ->
            assertThat(read(HexFormat.of().parseHex(hex))).as(hex).containsExactly(command));
  }

  @Test
  void whatIsCutShortIsRefused() {
    byte[] whole = write(List.of(ALL.get(4)));

    for (int length = 2; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anUnknownCommandIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> read(new byte[] {3, 99}));
  }
}
