package io.tenure.server.raft.ratis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.server.apply.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShardFilesTest {
  private static final int ENTRY_BYTES = 150;

  @TempDir Path directory;
  private Path log;
  private Path snapshots;

  @BeforeEach
  void makeDirectories() throws IOException {
    log = Files.createDirectory(directory.resolve("current"));
    snapshots = Files.createDirectory(directory.resolve("sm"));
  }

  @Test
  void soundFilesAreLeftAlone() throws IOException {
    write("log_0-2", entries(0, 2));
    Path open = write("log_inprogress_3", padded(entries(3, 5)));

    ShardFiles.check(directory);

    assertThat(open).hasBinaryContent(padded(entries(3, 5)));
  }

  @Test
  void shardWithoutFilesIsNew() throws IOException {
    ShardFiles.check(directory.resolve("missing"));
    ShardFiles.check(directory);
  }

  @Test
  void unfinishedWriteIsCutOffWhereverItStopped() throws IOException {
    byte[] whole = entries(0, 1);
    byte[] sound = entries(0, 0);

    for (int written = sound.length + 1; written < whole.length; written += 3) {
      Path exact = write("log_inprogress_0", Arrays.copyOf(whole, written));
      ShardFiles.check(directory);
      assertThat(exact).hasBinaryContent(sound);

      write("log_inprogress_0", padded(Arrays.copyOf(whole, written)));
      ShardFiles.check(directory);
      assertThat(Files.readAllBytes(exact)).startsWith(sound);
      assertThat(new SegmentScan(exact, 0).isClean()).isTrue();
    }
  }

  @Test
  void writeOfWhichASectorIsMissingIsCutOff() throws IOException {
    byte[] sound = entries(0, 9);
    byte[] last = entry(10, 4_000);
    byte[] whole = Arrays.copyOf(sound, sound.length + last.length);
    System.arraycopy(last, 0, whole, sound.length, last.length);

    int first = sound.length / 512 * 512;
    for (int sector = first; sector + 512 < whole.length; sector += 512) {
      byte[] torn = whole.clone();
      Arrays.fill(torn, Math.max(sector, sound.length), sector + 512, (byte) 0);
      Path file = write("log_inprogress_0", padded(torn));

      ShardFiles.check(directory);

      assertThat(Files.readAllBytes(file)).as("sector at %d", sector).startsWith(sound);
      assertThat(new SegmentScan(file, 0).isClean()).isTrue();
    }
  }

  @Test
  void fileInWhichNothingWasWrittenYetIsLeftToTheEngine() throws IOException {
    write("log_0-2", entries(0, 2));
    for (int written = 0; written <= 8; written++) {
      write("log_inprogress_3", padded(Arrays.copyOf(entries(3, 3), written)));

      ShardFiles.check(directory);
    }
  }

  @Test
  void aFlippedBitIsNoticedAnywhereButInTheLastLength() throws IOException {
    byte[] sound = entries(0, 2);
    int lastEntry = entries(0, 1).length;

    for (int at = 0; at < sound.length; at++) {
      byte[] damaged = sound.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Path open = write("log_inprogress_0", damaged);

      boolean lastLength = at == lastEntry || at == lastEntry + 1;
      if (!lastLength) {
        assertThatThrownBy(() -> ShardFiles.check(directory))
            .as("byte %d", at)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(open.toString());
        assertThat(open).hasBinaryContent(damaged);
      }
    }
  }

  @Test
  void closedFileMustHaveWhatItsNameSays() throws IOException {
    byte[] whole = entries(0, 2);
    for (int length : new int[] {0, 8, entries(0, 0).length, entries(0, 1).length, 400}) {
      Path closed = write("log_0-2", Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> ShardFiles.check(directory))
          .hasMessageContaining(closed + " is damaged at byte");
    }
  }

  @Test
  void logOfADevelopmentVersionIsRefused() throws IOException {
    Path open = write("log_inprogress_0", with(entries(0, 2), entry(3, 140, 2)));

    assertThatThrownBy(() -> ShardFiles.check(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            open
                + ": entry 3: log entry: version 2 (expected: 3): a development version before release"
                + " 0.1.0 wrote it; start this node with that build, or start a node with an empty"
                + " data directory and add it as a new member");
    assertThat(open).hasBinaryContent(with(entries(0, 2), entry(3, 140, 2)));
  }

  /** Also where a torn write behind it would be cut off. */
  @Test
  void logOfANewerReleaseIsRefusedAndLeftAlone() throws IOException {
    byte[] newer = with(entries(0, 2), entry(3, 140, LogFormat.VERSION + 1));
    byte[] torn = padded(with(newer, Arrays.copyOf(entry(4), 60)));
    Path open = write("log_inprogress_0", torn);

    assertThatThrownBy(() -> ShardFiles.check(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            open
                + ": entry 3: log entry: version 4 (expected: 3): a newer release of Tenure wrote it;"
                + " upgrade this node to that release");
    assertThat(open).hasBinaryContent(torn);
  }

  @Test
  void entriesThatTheSnapshotCoversMayBeOfAnyVersion() throws IOException {
    write("log_inprogress_0", with(with(entries(0, 2), entry(3, 140, 2)), entry(4)));
    snapshot("snapshot.1_3");

    ShardFiles.check(directory);
  }

  private static byte[] with(byte[] before, byte[] more) {
    byte[] both = Arrays.copyOf(before, before.length + more.length);
    System.arraycopy(more, 0, both, before.length, more.length);
    return both;
  }

  @Test
  void gapInTheLogIsRefused() throws IOException {
    Path before = write("log_0-2", entries(0, 2));
    write("log_inprogress_5", entries(5, 6));

    assertThatThrownBy(() -> ShardFiles.check(directory))
        .hasMessageStartingWith(before + " is followed by log_inprogress_5");
  }

  @Test
  void remainsOfALogThatWasBeingDroppedAreDeleted() throws IOException {
    Path left = write("log_0-2", entries(0, 2));
    Path kept = write("log_6-8", entries(6, 8));
    Path open = write("log_inprogress_9", entries(9, 9));
    snapshot("snapshot.1_7");

    ShardFiles.check(directory);

    assertThat(left).doesNotExist();
    assertThat(kept).exists();
    assertThat(open).exists();
  }

  @Test
  void logThatBeginsBehindTheSnapshotIsRefused() throws IOException {
    Path first = write("log_inprogress_9", entries(9, 10));
    snapshot("snapshot.1_7");

    assertThatThrownBy(() -> ShardFiles.check(directory))
        .hasMessageStartingWith(first + " begins with entry 9")
        .hasMessageContaining(snapshots.toString());
  }

  @Test
  void snapshotWithoutAChecksumDoesNotCountBesideOneThatHasIt() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    snapshot("snapshot.1_7");
    Files.writeString(snapshots.resolve("snapshot.1_9"), "unfinished");

    ShardFiles.check(directory);
  }

  @Test
  void snapshotWithAnEmptyChecksumWasNotFinished() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    snapshot("snapshot.1_7");
    snapshot("snapshot.1_9");
    Path empty = Files.write(snapshots.resolve("snapshot.1_9.md5"), new byte[0]);

    ShardFiles.check(directory);

    assertThat(empty).doesNotExist();
    assertThat(snapshots.resolve("snapshot.1_7.md5")).exists();
  }

  @Test
  void emptyChecksumOfTheSnapshotThatIsNeededIsLeftAlone() throws IOException {
    write("log_inprogress_10", entries(10, 11));
    snapshot("snapshot.1_7");
    snapshot("snapshot.1_9");
    Path empty = Files.write(snapshots.resolve("snapshot.1_9.md5"), new byte[0]);

    assertThatThrownBy(() -> ShardFiles.check(directory)).hasMessageContaining("begins with entry");
    assertThat(empty).exists();
  }

  @Test
  void snapshotsThatWereSetAsideArePutBack() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    snapshot("snapshot.1_7");
    Files.move(snapshots, directory.resolve("sm.tmp20260101_000000_000"));

    ShardFiles.check(directory);

    assertThat(snapshots.resolve("snapshot.1_7")).exists();
  }

  @Test
  void snapshotsThatWereBeingWrittenOrReceivedAreDeleted() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    snapshot("snapshot.1_7");
    Path state = Files.writeString(snapshots.resolve("snapshot.1_9.unfinished"), "half");
    Path checksum = Files.writeString(snapshots.resolve("snapshot.1_9.md5.unfinished"), "ab");
    Path received = Files.createDirectories(directory.resolve("tmp").resolve("4711"));
    Files.writeString(received.resolve("snapshot.1_9"), "a part");

    ShardFiles.check(directory);

    assertThat(state).doesNotExist();
    assertThat(checksum).doesNotExist();
    assertThat(received).doesNotExist();
    assertThat(snapshots.resolve("snapshot.1_7")).exists();
    assertThat(snapshots.resolve("snapshot.1_7.md5")).exists();
  }

  @Test
  void snapshotsThatWereSetAsideAreDeletedWhenAnotherHasTakenTheirPlace() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    Path aside = Files.createDirectory(directory.resolve("sm.tmp20260101_000000_000"));
    Files.writeString(aside.resolve("snapshot.1_3"), "state");
    snapshot("snapshot.1_7");

    ShardFiles.check(directory);

    assertThat(aside).doesNotExist();
  }

  @Test
  void snapshotsThatWereSetAsideStayIfNothingCertainHasTakenTheirPlace() throws IOException {
    write("log_inprogress_8", entries(8, 10));
    Path aside = Files.createDirectory(directory.resolve("sm.tmp20260101_000000_000"));
    Files.writeString(snapshots.resolve("snapshot.1_7"), "without a checksum");

    ShardFiles.check(directory);

    assertThat(aside).exists();
  }

  @Test
  void nothingIsDeletedFromFilesThatAreRefused() throws IOException {
    write("log_inprogress_9", entries(9, 10));
    Path half = Files.writeString(snapshots.resolve("snapshot.1_7.unfinished"), "half");

    assertThatThrownBy(() -> ShardFiles.check(directory)).hasMessageContaining("begins with entry");
    assertThat(half).exists();
  }

  @Test
  void unreadableChecksumVoteOrMembersAreRefused() throws IOException {
    for (Path file :
        new Path[] {
          snapshots.resolve("snapshot.1_7.md5"),
          log.resolve("raft-meta"),
          log.resolve("raft-meta.conf")
        }) {
      snapshot("snapshot.1_7");
      Files.write(file, new byte[] {(byte) 0xff, 0, 1, 2});

      assertThatThrownBy(() -> ShardFiles.check(directory))
          .hasMessageStartingWith(file + " is damaged");
      Files.delete(file);
    }
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(log.resolve(name), bytes);
  }

  private void snapshot(String name) throws IOException {
    Files.writeString(snapshots.resolve(name), "state");
    String line = "0123456789abcdef0123456789abcdef *" + name + "\n";
    Files.writeString(snapshots.resolve(name + ".md5"), line);
  }

  private static byte[] padded(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length + 4_096);
  }

  /** A file with the entries from one index to another. */
  private static byte[] entries(long first, long last) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("RaftLog1".getBytes(StandardCharsets.US_ASCII));
    for (long index = first; index <= last; index++) {
      out.writeBytes(entry(index));
    }
    return out.toByteArray();
  }

  private static byte[] entry(long index) {
    return entry(index, ENTRY_BYTES);
  }

  private static byte[] entry(long index, int commandBytes) {
    return entry(index, commandBytes, LogFormat.VERSION);
  }

  private static byte[] entry(long index, int commandBytes, int version) {
    byte[] command = new byte[commandBytes];
    Arrays.fill(command, (byte) index);
    command[0] = (byte) version;
    byte[] body =
        LogEntryProto.newBuilder()
            .setTerm(1)
            .setIndex(index)
            .setStateMachineLogEntry(
                StateMachineLogEntryProto.newBuilder().setLogData(ByteString.copyFrom(command)))
            .build()
            .toByteArray();
    ByteBuffer entry = ByteBuffer.allocate(body.length + 6);
    entry.put((byte) ((body.length & 0x7f) | 0x80)).put((byte) (body.length >> 7)).put(body);
    CRC32C checksum = new CRC32C();
    checksum.update(entry.array(), 0, entry.position());
    return entry.putInt((int) checksum.getValue()).array();
  }
}
