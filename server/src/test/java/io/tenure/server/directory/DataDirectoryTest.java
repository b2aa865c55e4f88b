package io.tenure.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.harness.process.JavaCommand;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.shard.Shards;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void chooseDirectory() {
    data = folder.resolve("deep").resolve("n1");
  }

  @Test
  void newDirectoryIsMadeAndBelongsToANewNode() throws Exception {
    try (DataDirectory directory = open()) {
      assertThat(directory.node()).isEqualTo("n1");
      assertThat(directory.standing()).isEqualTo(JoinState.NEW);
      assertThat(directory.formed()).isFalse();
    }
  }

  @Test
  void incarnationIsDrawnOnceAndKept() throws Exception {
    long first;
    try (DataDirectory directory = open()) {
      first = directory.incarnation();
    }

    try (DataDirectory again = open();
        DataDirectory other = open("data", folder.resolve("other").toString())) {
      assertThat(again.incarnation()).isEqualTo(first);
      assertThat(other.incarnation()).isNotEqualTo(first);
    }
  }

  @Test
  void standingSurvivesARestart() throws Exception {
    try (DataDirectory directory = open()) {
      directory.form(JoinState.JOINED);
      assertThat(directory.raft()).isDirectory();
    }

    try (DataDirectory again = open()) {
      assertThat(again.standing()).isEqualTo(JoinState.JOINED);
      assertThat(again.formed()).isTrue();
    }
  }

  @Test
  void nodeWhoseLogIsGoneDoesNotStart() throws Exception {
    try (DataDirectory directory = open()) {
      directory.form(JoinState.FOUNDER);
    }
    Files.delete(data.resolve("raft"));

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("raft is gone")
        .hasMessageContaining("tenure member remove n1");
  }

  @Test
  void nodeThatLostTheFilesOfAShardDoesNotStart() throws Exception {
    Path shard = data.resolve("raft").resolve(Shards.directoryOf("main")).resolve("current");
    try (DataDirectory directory = open()) {
      directory.form(JoinState.FOUNDER);
      Files.createDirectories(shard);
      directory.opened();
    }
    open().close();
    Files.delete(shard);

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining(Shards.directoryOf("main") + " is gone")
        .hasMessageContaining("tenure member remove n1");
  }

  @Test
  void directoryOfAnotherNodeIsRefused() throws Exception {
    open().close();

    assertThatThrownBy(() -> open("id", "n2"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("id: n2 (expected: n1, as " + data + " was made)");
  }

  @Test
  void otherShardsThanWrittenAreRefusedHoweverSpelt() throws Exception {
    open("shards", "low,high:n").close();

    open("shards", " low: , high:n").close();
    assertThatThrownBy(() -> open("shards", "low,high:m"))
        .hasMessage("shards: low:,high:m (expected: low:,high:n, as " + data + " was made)");
  }

  @Test
  void unknownFormatIsRefused() throws Exception {
    open().close();
    replaceInNodeFile("format = 1", "format = 2");

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("format: 2 (expected: 1; another version of Tenure");
  }

  @Test
  void damagedNodeFileIsRefused() throws Exception {
    open().close();
    String intact = Files.readString(data.resolve("node"));

    replaceInNodeFile("standing = new", "standing = old");
    assertThatThrownBy(this::open).hasMessageContaining("standing: \"old\" (expected: new,");

    Files.writeString(data.resolve("node"), intact.replaceAll("incarnation = .*", ""));
    assertThatThrownBy(this::open).hasMessageContaining("no incarnation: the file is damaged");

    Files.writeString(data.resolve("node"), intact.replaceAll("incarnation = .*", "incarnation=x"));
    assertThatThrownBy(this::open).hasMessageContaining("incarnation: \"x\" (expected: hex");
  }

  @Test
  void directoryWithStrangeFilesIsNotTakenForANewOne() throws Exception {
    Files.createDirectories(data.resolve("raft"));

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "data: "
                + data
                + " has no file \"node\", but raft (expected: a node's directory, or an empty"
                + " one)");
  }

  @Test
  void crashWhileADirectoryIsMadeDoesNotSpoilIt() throws Exception {
    Files.createDirectories(data.resolve("lost+found"));
    Files.writeString(data.resolve("lock"), "");
    Files.writeString(data.resolve("node.tmp"), "format =");

    try (DataDirectory directory = open()) {
      assertThat(directory.standing()).isEqualTo(JoinState.NEW);
    }
  }

  @Test
  void pathThatIsNoDirectoryIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> open("data", file.toString()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith("data: " + file + " (expected: a directory that can be read and");
  }

  @Test
  void fullDiskIsRefused() {
    assertThatThrownBy(() -> open("min-free", "1024TiB"))
        .hasMessageContaining("--min-free: \"1024TiB\" (expected: 0B to 1TiB)");
    assertThatThrownBy(() -> DataDirectory.requireSpace(folder, Long.MAX_VALUE))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageMatching("data: .* has \\d+MiB free \\(expected: min-free, .* or more\\)");
  }

  @Test
  void twoNodesNeverShareADirectory() throws Exception {
    try (DataDirectory first = open()) {
      assertThat(first.node()).isEqualTo("n1");
      assertThatThrownBy(this::open)
          .isInstanceOf(StartRefusedException.class)
          .hasMessage(
              "data: "
                  + data
                  + " is in use by another node (pid "
                  + ProcessHandle.current().pid()
                  + ")");
    }

    open().close();
  }

  @Test
  void directoryUnderASecondNameIsTheSame() throws Exception {
    Path alias = folder.resolve("alias");
    try (DataDirectory first = open()) {
      assertThat(first.node()).isEqualTo("n1");
      Files.createSymbolicLink(alias, data);

      assertThatThrownBy(() -> open("data", alias.toString()))
          .hasMessageContaining("is in use by another node");
    }
  }

  @Test
  void refusedAttemptInThisProcessDoesNotLetAnotherProcessIn() throws Exception {
    try (DataDirectory first = open()) {
      assertThat(first.node()).isEqualTo("n1");
      assertThatThrownBy(this::open).isInstanceOf(StartRefusedException.class);

      assertThat(openInAnotherProcess())
          .contains("is in use by another node (pid " + ProcessHandle.current().pid() + ")");
    }

    assertThat(openInAnotherProcess()).isEqualTo("opened");
  }

  @Test
  void refusedStartLeavesTheDirectoryFree() throws Exception {
    open().close();
    assertThatThrownBy(() -> open("id", "n2")).isInstanceOf(StartRefusedException.class);

    open().close();
    try (FileChannel lock = FileChannel.open(data.resolve("lock"), StandardOpenOption.WRITE)) {
      assertThat(lock.tryLock()).isNotNull();
    }
  }

  @Test
  void nodeIsMetOnceAndOnlyThatLifeOfItIsAccepted() throws Exception {
    try (DataDirectory directory = open()) {
      assertThat(directory.meet("n2", 7)).isTrue();
      assertThat(directory.meet("n2", 7)).isTrue();
      assertThat(directory.meet("n2", 8)).isFalse();
      assertThat(directory.meet("n3", -1)).isTrue();
    }

    try (DataDirectory again = open()) {
      assertThat(again.meet("n2", 8)).isFalse();
      assertThat(again.meet("n2", 7)).isTrue();
      assertThat(again.meet("n3", -1)).isTrue();
      assertThat(again.meet("n3", 1)).isFalse();
    }
  }

  @Test
  void anotherNodeUnderThisNodesIdIsNotAccepted() throws Exception {
    try (DataDirectory directory = open()) {
      assertThat(directory.meet("n1", directory.incarnation())).isTrue();
      assertThat(directory.meet("n1", directory.incarnation() + 1)).isFalse();
    }
  }

  @Test
  void madeUpNodesDoNotFillTheDisk() throws Exception {
    StringBuilder met = new StringBuilder();
    for (int i = 0; i < KnownIncarnations.MAX_NODES; i++) {
      met.append("x").append(i).append(" = 1\n");
    }
    open().close();
    Files.writeString(data.resolve("met"), met);

    try (DataDirectory directory = open()) {
      assertThatThrownBy(() -> directory.meet("n2", 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("n2 would be one known node too many (expected: at most 1000)");
      assertThatThrownBy(() -> directory.meet("a\nb = 1", 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(directory.meet("x1", 1)).isTrue();
    }
  }

  @Test
  void recordIsClearedOfflineBeforeTheNodeHasTakenPart() throws Exception {
    try (DataDirectory directory = open()) {
      assertThat(directory.meet("n2", 7)).isTrue();
    }

    assertThat(DataDirectory.forget(data, "n2")).isTrue();
    assertThat(DataDirectory.forget(data, "n2")).isFalse();

    try (DataDirectory directory = open()) {
      assertThat(directory.meet("n2", 8)).isTrue();
    }
  }

  /** The members must say then that the node has no vote. */
  @Test
  void recordIsNotClearedOfflineAfterTheNodeHasTakenPart() throws Exception {
    try (DataDirectory directory = open()) {
      directory.meet("n2", 7);
      directory.form(JoinState.FOUNDER);
    }

    assertThatThrownBy(() -> DataDirectory.forget(data, "n2"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("n1 has taken part in a cluster")
        .hasMessageContaining("`tenure member forget n2` without --data");

    try (DataDirectory directory = open()) {
      assertThat(directory.meet("n2", 8)).isFalse();
    }
  }

  @Test
  void recordIsNotClearedInADirectoryThatIsInUse() throws Exception {
    try (DataDirectory directory = open()) {
      directory.meet("n2", 7);
      assertThatThrownBy(() -> DataDirectory.forget(data, "n2"))
          .isInstanceOf(StartRefusedException.class)
          .hasMessageContaining("is in use by another node");
    }
  }

  @Test
  void recordIsNotClearedWhereNoNodeIs() throws Exception {
    assertThatThrownBy(() -> DataDirectory.forget(data.resolve("nowhere"), "n2"))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("(expected: the data directory of a node)");
    assertThatThrownBy(() -> DataDirectory.forget(data, "a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 64 of");
  }

  @Test
  void damagedRecordOfWhoWasMetIsRefused() throws Exception {
    open().close();
    Files.writeString(data.resolve("met"), "n2 = who knows\n");

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageEndingWith("met:1: \"who knows\" (expected: an incarnation)");
  }

  @Test
  void whoIsMetBeforeItsWitnessHasFormedIsToldSo() throws Exception {
    try (DataDirectory directory = open()) {
      assertThat(IntroductionReply.answer(directory, "n2", 7, true, true))
          .isEqualTo(new IntroductionReply(true, false, true));

      directory.form(JoinState.FOUNDER);

      assertThat(IntroductionReply.answer(directory, "n2", 8, false, true))
          .isEqualTo(new IntroductionReply(false, true, false));
    }
  }

  private DataDirectory open(String... flags) throws StartRefusedException {
    Map<String, String> all = new HashMap<>(Map.of("data", data.toString(), "min-free", "0B"));
    for (int i = 0; i < flags.length; i += 2) {
      all.put(flags[i], flags[i + 1]);
    }
    return DataDirectory.open(ServerConfig.load(null, all));
  }

  private void replaceInNodeFile(String from, String to) throws IOException {
    Path file = data.resolve("node");
    Files.writeString(file, Files.readString(file).replace(from, to));
  }

  private String openInAnotherProcess() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                JavaCommand.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said.strip();
  }

  /** The other process. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] args) throws IOException {
      try (DataDirectory directory =
          DataDirectory.open(ServerConfig.load(null, Map.of("data", args[0], "min-free", "0B")))) {
        System.out.println(directory.node().equals("n1") ? "opened" : "another node's");
      } catch (StartRefusedException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
