package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Request;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.SegmentFile;
import io.tenure.server.process.fixture.ServerProcess;
import io.tenure.server.process.fixture.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose files were damaged while it was down refuses to start, and touches nothing. */
@Tag("full")
final class DamagedFilesTest {
  private static final ByteString VALUE = ByteString.copyFrom(new byte[4_096]);
  private static final int LOG_BYTES = 700 << 10;

  /** So many at least are in the open file of the log, which may have just been begun. */
  private static final int SMALL_ENTRIES = 10;

  /** Files of a quarter of a mebibyte, and a snapshot for every four of them. */
  private static final List<String> SETTINGS =
      List.of("snapshot-log-bytes=1MiB", "batch-bytes=64KiB");

  @TempDir static Path folder;

  /** Made once and copied for each test: several files of the log, the last one open. */
  private static Path withLog = Path.of("");

  /** The same after a snapshot: the log does not reach back to the beginning. */
  private static Path withSnapshot = Path.of("");

  @TempDir Path copies;

  @BeforeAll
  static void makeFiles() throws IOException {
    withLog = folder.resolve("log");
    withSnapshot = folder.resolve("snapshot");
    Path data = folder.resolve("n1");
    ServerProcess node = new ServerProcess("n1", folder, data);
    node.start(SETTINGS);
    try (FailoverClient client = new FailoverClient(node.address())) {
      KeptSession session = client.openSession(60_000);
      hold(client, session, "/a");
      handOver(session);
      node.kill();
      while (SegmentFile.read(openSegment(data)).entries() < SMALL_ENTRIES) {
        node.start(SETTINGS);
        handOver(session);
        node.kill();
      }
      copy(data, withLog);
      node.start(SETTINGS);
      hold(client, session, "/b");
      Await.until(
          "there is a snapshot and the log before it is gone",
          () ->
              !ProcessCluster.engineFiles(data, "snapshot.").isEmpty()
                  && ProcessCluster.engineFiles(data, "log_0-").isEmpty());
    } finally {
      node.kill();
    }
    copy(data, withSnapshot);
  }

  private static void hold(FailoverClient client, KeptSession session, String below) {
    List<Pending> asked = new ArrayList<>();
    for (int i = 0; i < LOG_BYTES / VALUE.size(); i++) {
      Request.Builder request = session.acquiring(session.nextNumber(), below + "/" + i, 0);
      request.getAcquireBuilder().setValue(VALUE);
      asked.add(client.send(request));
    }
    asked.forEach(each -> KeptSession.granted(each.answer()));
  }

  /** A few small entries at the end of the log, one after the other. */
  private static void handOver(KeptSession session) {
    for (int i = 0; i < SMALL_ENTRIES; i++) {
      long token = KeptSession.granted(session.acquire("/c").answer()).getToken();
      assertThat(session.release(token).answer().getRelease().hasReleased()).isTrue();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void flippedByteInAClosedFileOfTheLogIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = ProcessCluster.engineFiles(data, "log_").get(1);
    SegmentFile segment = SegmentFile.read(file);

    segment.flip(segment.start(segment.entries() / 2) + 100, 3);

    requireRefusal(data, file);
  }

  @Test
  void flippedByteInTheMiddleOfTheOpenFileOfTheLogIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = openSegment(data);
    SegmentFile segment = SegmentFile.read(file);

    segment.flip(segment.start(segment.entries() - 4) + 10, 3);

    requireRefusal(data, file);
  }

  /** Read as it stands, it says that the rest of the file is one unfinished entry. */
  @Test
  void flippedLengthInTheMiddleOfTheOpenFileOfTheLogIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = openSegment(data);
    SegmentFile segment = SegmentFile.read(file);

    segment.cut(segment.start(segment.entries()));
    segment.flip(segment.start(segment.entries() - 4), 7);

    requireRefusal(data, file);
  }

  @Test
  void closedFileOfTheLogThatWasCutIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = ProcessCluster.engineFiles(data, "log_").get(1);
    SegmentFile segment = SegmentFile.read(file);

    segment.cut(segment.start(segment.entries() - 1) + 100);

    requireRefusal(data, file);
  }

  @Test
  void fileOfTheLogThatIsGoneIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = ProcessCluster.engineFiles(data, "log_").get(1);

    Files.delete(file);

    requireRefusal(data, file.resolveSibling(""));
  }

  @Test
  void flippedByteInASnapshotIsNoticed() throws IOException {
    Path data = copyOf(withSnapshot);
    Path file = snapshot(data);
    byte[] bytes = Files.readAllBytes(file);

    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    requireRefusal(data, file);
  }

  /** Nobody must take it for damaged, and wipe the node. */
  @Test
  void snapshotOfANewerReleaseIsRefusedAsSuch() throws IOException {
    Path data = copyOf(withSnapshot);
    Path file = snapshot(data);

    SnapshotFile.setVersion(data, 99);

    String log = requireRefusal(data, file);
    assertThat(log)
        .contains(file + " cannot be read (snapshot: version 99")
        .contains("a newer release of Tenure wrote it")
        .contains("It is not damaged, and nothing was changed: upgrade this node to that release")
        .doesNotContain("is damaged");
  }

  @Test
  void damagedChecksumOfASnapshotIsNoticed() throws IOException {
    Path data = copyOf(withSnapshot);
    Path file = snapshot(data);

    Files.writeString(file.resolveSibling(file.getFileName() + ".md5"), "nonsense");

    requireRefusal(data, file);
  }

  @Test
  void snapshotThatIsGoneIsNoticed() throws IOException {
    Path data = copyOf(withSnapshot);
    Path file = snapshot(data);

    for (Path each : ProcessCluster.engineFiles(data, "snapshot.")) {
      Files.delete(each);
    }

    requireRefusal(data, file.resolveSibling(""));
  }

  @Test
  void damagedListOfMembersIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = ProcessCluster.engineFiles(data, "raft-meta.conf").get(0);

    Files.writeString(file, "nonsense");

    requireRefusal(data, file);
  }

  @Test
  void damagedVoteIsNoticed() throws IOException {
    Path data = copyOf(withLog);
    Path file = ProcessCluster.engineFiles(data, "raft-meta").get(0);

    Files.writeString(file, "nonsense");

    requireRefusal(data, file);
  }

  private Path copyOf(Path made) throws IOException {
    Path data = copies.resolve("n1");
    copy(made, data);
    return data;
  }

  private static Path openSegment(Path data) {
    List<Path> open = ProcessCluster.engineFiles(data, "log_inprogress_");
    assertThat(open).hasSize(1);
    return open.get(0);
  }

  /** The newest. */
  private static Path snapshot(Path data) {
    List<Path> all =
        ProcessCluster.engineFiles(data, "snapshot.").stream()
            .filter(file -> !file.toString().endsWith(".md5"))
            .toList();
    return all.get(all.size() - 1);
  }

  private String requireRefusal(Path data, Path file) throws IOException {
    Map<Path, String> before = contents(data);
    ServerProcess node = new ServerProcess("n1", copies, data);
    node.start(SETTINGS);
    try {
      Await.until(
          "it ends or serves", () -> !node.isAlive() || node.log().contains("started node"));
      assertThat(node.isAlive()).as("started: " + node.log()).isFalse();
      assertThat(node.awaitExit()).isEqualTo(1);
      assertThat(node.log()).contains("refused to start: ").contains(file.toString());
      assertThat(contents(data)).isEqualTo(before);
      return node.log();
    } finally {
      node.kill();
    }
  }

  /** Of all files but the locks, which say who has them. */
  private static Map<Path, String> contents(Path data) throws IOException {
    Map<Path, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().endsWith("lock")) {
          contents.put(file, HexFormat.of().formatHex(digest(Files.readAllBytes(file))));
        }
      }
    }
    return contents;
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
