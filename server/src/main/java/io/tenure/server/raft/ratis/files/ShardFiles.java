package io.tenure.server.raft.ratis.files;

import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.raftlog.LogProtoUtils;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.ratis.util.MD5FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks through a shard's files before the engine opens them, and refuses what is damaged, naming
 * the file. A voter must not take part having forgotten what it acknowledged.
 *
 * <p>The engine (Ratis 3.3.0) looks too, but not far enough: it takes an entry whose length was
 * damaged for one that was not finished, and drops it and all behind it; it starts without a
 * snapshot if a checksum file cannot be read, and without the log before; and it does not recover
 * from what a crash can leave behind: a write that stopped half-way into the space allocated for
 * it, or the older part of a log that was being dropped.
 *
 * <ol>
 *   <li>Files of the log follow one another without a gap, and the first begins no later than the
 *       snapshot ends.
 *   <li>Each has the entries that its name says, the open one any number; each entry has its
 *       checksum.
 *   <li>Entries behind the snapshot are of a version that this release reads.
 *   <li>In the open file a write may follow that was not finished. It is cut off.
 *   <li>Files before a gap that the snapshot covers are what is left of dropping them. They are
 *       deleted.
 *   <li>Whatever says which snapshots and members there are, and for whom this node voted, can be
 *       read. Snapshots that were set aside while another took their place, and did not, are put
 *       back.
 *   <li>What a crash has left of snapshots that were being written or received is deleted, and so
 *       are those that were set aside when another has taken their place.
 * </ol>
 */
public final class ShardFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ShardFiles.class);
  private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
  private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");
  private static final Pattern SNAPSHOT = Pattern.compile("snapshot\\.\\d+_(\\d+)");
  private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{32} [ *](.+)\\s*");
  private static final Pattern TERM = Pattern.compile("\\d{1,18}");
  private static final long NONE = -1;
  static final String VOTE = "raft-meta";
  private static final String MEMBERS = "raft-meta.conf";

  private final Path directory;
  private final Path log;
  private final Path snapshots;

  private ShardFiles(Path directory) {
    this.directory = directory;
    this.log = directory.resolve("current");
    this.snapshots = directory.resolve("sm");
  }

  /** A file of the log; its last index is {@link #NONE} while it is open. */
  private record Segment(Path file, long first, long last) {
    boolean isOpen() {
      return last == NONE;
    }
  }

  /**
   * Checks and mends the files of a shard, if there are any.
   *
   * @throws IOException if they are damaged; nothing was deleted then
   */
  public static void check(Path directory) throws IOException {
    ShardFiles files = new ShardFiles(directory);
    if (Files.isDirectory(files.log)) {
      files.check();
    }
  }

  private void check() throws IOException {
    checkVote(log.resolve(VOTE));
    checkMembers(log.resolve(MEMBERS));
    putSnapshotsBack();
    long snapshot = newestSnapshot();
    List<Segment> all = segments();
    int remains = remains(all, snapshot);
    List<Segment> kept = all.subList(remains, all.size());
    if (!kept.isEmpty() && kept.get(0).first() > snapshot + 1) {
      throw new IOException(
          "%s begins with entry %d, and there is no snapshot of what was before in %s"
              .formatted(kept.get(0).file(), kept.get(0).first(), snapshots));
    }
    checkOrder(kept);
    for (Segment segment : kept) {
      checkEntries(segment, snapshot);
    }
    for (Segment segment : all.subList(0, remains)) {
      LOG.warn("deleting what was left of the log before the last snapshot: {}", segment.file());
      Files.delete(segment.file());
    }
    deleteEmptyChecksums();
    deleteLeftovers();
  }

  /** What a crash leaves of a snapshot: nobody looks at it any more, and it may be large. */
  private void deleteLeftovers() throws IOException {
    for (Path file : list(snapshots)) {
      if (nameOf(file).endsWith(SnapshotWriter.UNFINISHED)) {
        deleteLeftover(file);
      }
    }
    // Where the engine puts together what it receives.
    for (Path received : list(directory.resolve("tmp"))) {
      deleteLeftover(received);
    }
    if (hasConfirmedSnapshot()) {
      for (Path aside : setAside()) {
        deleteLeftover(aside);
      }
    }
  }

  private boolean hasConfirmedSnapshot() throws IOException {
    for (Path file : list(snapshots)) {
      if (SNAPSHOT.matcher(nameOf(file)).matches() && hasChecksum(file)) {
        return true;
      }
    }
    return false;
  }

  private static void deleteLeftover(Path path) throws IOException {
    LOG.warn("deleting what was left of a snapshot: {}", path);
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /**
   * What a snapshot from the leader may leave that found the disk full; the engine trips over it.
   */
  private void deleteEmptyChecksums() throws IOException {
    for (Path file : list(snapshots)) {
      if (nameOf(file).endsWith(MD5FileUtil.MD5_SUFFIX) && Files.size(file) == 0) {
        LOG.warn("deleting the checksum of a snapshot that was not finished: {}", file);
        Files.delete(file);
      }
    }
  }

  /** In the form of the engine, which has no checksum: a term and whom it voted for. */
  static void checkVote(Path file) throws IOException {
    Properties vote = new Properties();
    if (Files.exists(file)) {
      try (Reader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        vote.load(in);
      } catch (IllegalArgumentException e) {
        throw new IOException(file + " is damaged: " + e.getMessage());
      }
      String term = vote.getProperty("term", "");
      if (!TERM.matcher(term).matches() || vote.getProperty("votedFor") == null) {
        throw new IOException(file + " is damaged: it does not say for whom this node voted");
      }
    }
  }

  private static void checkMembers(Path file) throws IOException {
    if (Files.exists(file)) {
      readMembers(file);
    }
  }

  /** Who the members are, as it was written down last; nobody if it never was. */
  public static List<RaftPeer> members(Path directory) throws IOException {
    Path file = new ShardFiles(directory).log.resolve(MEMBERS);
    return Files.exists(file)
        ? List.copyOf(LogProtoUtils.toRaftConfiguration(readMembers(file)).getAllPeers())
        : List.of();
  }

  private static LogEntryProto readMembers(Path file) throws IOException {
    try {
      LogEntryProto entry = LogEntryProto.parseFrom(Files.readAllBytes(file));
      if (entry.hasConfigurationEntry()) {
        return entry;
      }
    } catch (InvalidProtocolBufferException e) {
      LOG.debug("{} is damaged", file, e);
    }
    throw new IOException(file + " is damaged: it does not say who the members are");
  }

  /**
   * The engine sets its snapshots aside for a moment while it puts one from the leader in place.
   */
  private void putSnapshotsBack() throws IOException {
    if (Files.isDirectory(snapshots)) {
      return;
    }
    Optional<Path> aside = setAside().stream().max(Comparator.comparing(ShardFiles::nameOf));
    if (aside.isPresent()) {
      LOG.warn("putting back the snapshots that were set aside: {}", aside.get());
      Files.move(aside.get(), snapshots, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private List<Path> setAside() throws IOException {
    return list(directory).stream()
        .filter(file -> nameOf(file).startsWith(nameOf(snapshots) + ".tmp"))
        .toList();
  }

  /** The index up to which the snapshot reaches that the engine will take. */
  private long newestSnapshot() throws IOException {
    long newest = NONE;
    long newestUnconfirmed = NONE;
    for (Path file : list(snapshots)) {
      Matcher name = SNAPSHOT.matcher(nameOf(file));
      if (name.matches()) {
        long index = Long.parseLong(name.group(1));
        newestUnconfirmed = Math.max(newestUnconfirmed, index);
        newest = hasChecksum(file) ? Math.max(newest, index) : newest;
      }
    }
    return newest == NONE ? newestUnconfirmed : newest;
  }

  private static boolean hasChecksum(Path snapshot) throws IOException {
    Path file = snapshot.resolveSibling(nameOf(snapshot) + ".md5");
    if (!Files.exists(file) || Files.size(file) == 0) {
      return false;
    }
    Matcher line = CHECKSUM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!line.matches() || !line.group(1).equals(nameOf(snapshot))) {
      throw new IOException(file + " is damaged: it is not the checksum of " + snapshot);
    }
    return true;
  }

  /** In order. */
  private List<Segment> segments() throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (Path file : list(log)) {
      Matcher closed = CLOSED.matcher(nameOf(file));
      Matcher open = OPEN.matcher(nameOf(file));
      if (closed.matches()) {
        long first = Long.parseLong(closed.group(1));
        segments.add(new Segment(file, first, Long.parseLong(closed.group(2))));
      } else if (open.matches() && Files.size(file) > 0) {
        segments.add(new Segment(file, Long.parseLong(open.group(1)), NONE));
      }
    }
    segments.sort(Comparator.comparingLong(Segment::first));
    return segments;
  }

  /** How many, from the first on, are left over from a log that was being dropped. */
  private static int remains(List<Segment> segments, long snapshot) {
    for (int i = segments.size() - 1; i > 0; i--) {
      Segment before = segments.get(i - 1);
      long first = segments.get(i).first();
      if (before.last() + 1 < first && first <= snapshot + 1) {
        return i;
      }
    }
    return 0;
  }

  private static void checkOrder(List<Segment> segments) throws IOException {
    for (int i = 1; i < segments.size(); i++) {
      Segment before = segments.get(i - 1);
      Segment next = segments.get(i);
      if (before.isOpen() || next.first() != before.last() + 1) {
        throw new IOException(
            "%s is followed by %s (expected: the entries between, or none twice)"
                .formatted(before.file(), nameOf(next.file())));
      }
    }
  }

  private static void checkEntries(Segment segment, long snapshot) throws IOException {
    SegmentScan scan = new SegmentScan(segment.file(), segment.first());
    String otherVersion = scan.otherVersionAfter(snapshot);
    if (otherVersion != null) {
      throw new IOException(segment.file() + ": " + otherVersion);
    }
    if (segment.isOpen()) {
      if (!scan.isClean()) {
        mend(segment.file(), scan);
      }
    } else if (!scan.isClean() || scan.nextIndex() != segment.last() + 1) {
      throw damaged(segment.file(), scan);
    }
  }

  private static void mend(Path file, SegmentScan scan) throws IOException {
    if (!scan.isTorn()) {
      throw damaged(file, scan);
    }
    LOG.warn("cutting off a write that was not finished: {} at byte {}", file, scan.end());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(scan.end());
      channel.force(true);
    }
  }

  private static IOException damaged(Path file, SegmentScan scan) {
    return new IOException(
        "%s is damaged at byte %d, where entry %d should be"
            .formatted(file, scan.end(), scan.nextIndex()));
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }
}
