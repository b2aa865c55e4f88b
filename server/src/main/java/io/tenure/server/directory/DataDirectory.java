package io.tenure.server.directory;

import io.tenure.raft.Durability;
import io.tenure.server.config.Peer;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.Setting;
import io.tenure.server.config.ShardRange;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.shard.Shards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a node must never lose: who it is, whether it has taken part, whom it has met, and the Raft
 * groups' own files. One node at a time, whose it stays. Safe for any thread.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String RAFT = "raft";

  /** Exists when every shard's files have been made. */
  private static final String OPENED = "opened";

  /** What may lie in a directory that is taken for a new one. */
  private static final Set<String> HARMLESS =
      Set.of(
          DirectoryLock.FILE, NodeRecord.FILE + DurableFile.UNFINISHED, "lost+found", ".DS_Store");

  private final Path path;
  private final DirectoryLock lock;
  private final KnownIncarnations acquaintances;
  private NodeRecord record;

  private DataDirectory(
      Path path, DirectoryLock lock, NodeRecord record, KnownIncarnations acquaintances) {
    this.path = path;
    this.lock = lock;
    this.record = record;
    this.acquaintances = acquaintances;
  }

  /** Opens the node's directory, which is made and given to this node if there is none. */
  public static DataDirectory open(ServerConfig config) throws StartRefusedException {
    Path path = config.storage().data();
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
        Durability.syncDirectoryOf(path);
      }
      DirectoryLock lock = DirectoryLock.take(path);
      try {
        requireSpace(path, config.storage().minFreeBytes());
        NodeRecord record = record(path, config);
        return new DataDirectory(path, lock, record, KnownIncarnations.read(path));
      } catch (IOException | StartRefusedException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StartRefusedException(
          "data: " + path + " (expected: a directory that can be read and written): " + e, e);
    }
  }

  /**
   * Deletes the record of a node from the directory of another one that does not run and has not
   * taken part in a cluster: afterwards the members do it, who know whether the node may vote.
   *
   * @return false if there was no record
   * @throws StartRefusedException if it is no such directory, or is in use
   */
  public static boolean forget(Path path, String node) throws StartRefusedException {
    requireId(node);
    Path record = path.resolve(NodeRecord.FILE);
    try {
      if (!Files.exists(record)) {
        throw new StartRefusedException(
            "data: " + path + " (expected: the data directory of a node)");
      }
      DirectoryLock lock = DirectoryLock.take(path);
      try {
        NodeRecord owner = NodeRecord.read(path);
        if (owner.standing() != JoinState.NEW) {
          throw new StartRefusedException(
              ("data: %s: %s has taken part in a cluster (expected: a node that has not). Start it, and"
                      + " run `tenure member forget %s` without --data")
                  .formatted(path, owner.node(), node));
        }
        return KnownIncarnations.read(path).forget(node);
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new StartRefusedException(
          "data: " + path + " (expected: a directory that can be read and written): " + e, e);
    }
  }

  static void requireSpace(Path path, long minFreeBytes) throws IOException, StartRefusedException {
    long free = Files.getFileStore(path).getUsableSpace();
    if (free < minFreeBytes) {
      throw new StartRefusedException(
          "data: "
              + path
              + " has "
              + (free >> 20)
              + "MiB free (expected: min-free, "
              + Setting.sizeText(minFreeBytes)
              + ", or more)");
    }
  }

  private static NodeRecord record(Path path, ServerConfig config)
      throws IOException, StartRefusedException {
    String shards = ShardRange.canonical(config.shards());
    if (!Files.exists(path.resolve(NodeRecord.FILE))) {
      requireEmpty(path);
      long incarnation = new SecureRandom().nextLong();
      NodeRecord fresh = new NodeRecord(config.id(), incarnation, shards, JoinState.NEW);
      fresh.write(path);
      return fresh;
    }
    NodeRecord found = NodeRecord.read(path);
    requireSame("id", config.id(), found.node(), path);
    requireSame("shards", shards, found.shards(), path);
    if (found.standing() != JoinState.NEW && !Files.isDirectory(path.resolve(RAFT))) {
      throw lost(path.resolve(RAFT), found.node());
    }
    requireShards(path, config);
    return found;
  }

  /** The engine would make a shard's files anew if they were gone, and vote as if it never had. */
  private static void requireShards(Path path, ServerConfig config) throws StartRefusedException {
    if (Files.exists(path.resolve(OPENED))) {
      for (ShardRange shard : config.shards()) {
        Path files = path.resolve(RAFT).resolve(Shards.directoryOf(shard.name()));
        if (!Files.isDirectory(files.resolve("current"))) {
          throw lost(files, config.id());
        }
      }
    }
  }

  /** A new node does not start in a directory that has a log without a record, or other files. */
  private static void requireEmpty(Path path) throws IOException, StartRefusedException {
    try (Stream<Path> files = Files.list(path)) {
      List<String> strange =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> !HARMLESS.contains(name))
              .sorted()
              .limit(3)
              .toList();
      if (!strange.isEmpty()) {
        throw new StartRefusedException(
            "data: "
                + path
                + " has no file \"node\", but "
                + String.join(", ", strange)
                + " (expected: a node's directory, or an empty one)");
      }
    }
  }

  private static void requireSame(String setting, String configured, String written, Path path)
      throws StartRefusedException {
    if (!configured.equals(written)) {
      throw new StartRefusedException(
          setting + ": " + configured + " (expected: " + written + ", as " + path + " was made)");
    }
  }

  public synchronized String node() {
    return record.node();
  }

  public synchronized long incarnation() {
    return record.incarnation();
  }

  public synchronized JoinState standing() {
    return record.standing();
  }

  /** Whether this node may have taken part in an election: true before it does. */
  public boolean formed() {
    return standing() != JoinState.NEW;
  }

  /** Where the Raft groups keep their files. Exists as soon as {@link #formed()}. */
  public Path raft() {
    return path.resolve(RAFT);
  }

  /** To be called before the Raft groups start; durable when it returns. */
  public synchronized void form(JoinState standing) throws IOException {
    // The folder first: from then on a missing one is a lost one.
    Files.createDirectories(raft());
    Durability.syncDirectoryOf(raft());
    NodeRecord next = record.with(standing);
    next.write(path);
    record = next;
  }

  /** To be called when every shard's files are there. */
  public void opened() throws IOException {
    Path marker = path.resolve(OPENED);
    if (!Files.exists(marker)) {
      Files.createFile(marker);
      Durability.syncDirectoryOf(marker);
    }
  }

  private static StartRefusedException lost(Path files, String node) {
    return new StartRefusedException(
        files
            + " is gone. A voter that lost its log must not vote again. Restore it, or run"
            + " `tenure member remove "
            + node
            + "` and start a node with a new id and an empty directory");
  }

  /**
   * A node makes itself known. What is answered is remembered until {@link #forget}, and durable
   * when this returns.
   *
   * @return false if another incarnation of that node was met before: this one has lost its data
   * @throws IllegalArgumentException if the id cannot be one
   */
  public synchronized boolean meet(String node, long incarnation) throws IOException {
    requireId(node);
    if (node.equals(record.node())) {
      return incarnation == record.incarnation();
    }
    return acquaintances.meet(node, incarnation);
  }

  private static void requireId(String node) {
    if (!Peer.isId(node)) {
      throw new IllegalArgumentException("node: (expected: " + Peer.ID_RANGE + ")");
    }
  }

  /**
   * Whether this is the node itself, or one that it has met.
   *
   * @throws IllegalArgumentException if the id cannot be one
   */
  public synchronized boolean knows(String node) {
    requireId(node);
    return node.equals(record.node()) || acquaintances.knows(node);
  }

  /**
   * Deletes the record of a node; durable when this returns.
   *
   * @return false if there was none
   */
  public synchronized boolean forget(String node) throws IOException {
    return acquaintances.forget(node);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
