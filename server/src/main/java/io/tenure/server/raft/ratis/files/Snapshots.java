package io.tenure.server.raft.ratis.files;

import io.tenure.raft.Durability;
import io.tenure.raft.StateMachine;
import io.tenure.server.config.ShardSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.jspecify.annotations.Nullable;

/**
 * When a shard's state is written down, and what the engine knows of it. The updater thread alone
 * calls it, except where a method says otherwise.
 */
public final class Snapshots {
  private final ShardSettings settings;
  private final SnapshotStorage storage = new SnapshotStorage();
  private final SnapshotWriter writer;
  private volatile Runnable whenWritten = () -> {};
  private volatile @Nullable SingleFileSnapshotInfo durable;
  private long bytes;
  private long entries;

  public Snapshots(String shard, ShardSettings settings) {
    this.settings = settings;
    this.writer = new SnapshotWriter(shard, storage, this::written);
  }

  /** Told of what ends the thread that writes a snapshot, other than that it cannot be written. */
  public void onFailure(Consumer<Throwable> fatal) {
    writer.onFailure(fatal);
  }

  /** To be run when a snapshot is durable, so that the engine can drop the log before it. */
  public void onWritten(Runnable action) {
    whenWritten = action;
  }

  public void open(RaftStorage raftStorage) throws IOException {
    storage.init(raftStorage);
  }

  public SnapshotStorage storage() {
    return storage;
  }

  /** What the engine has received and is going to publish; it does not see to that itself. */
  public void forceReceived() {
    Path received = storage.received();
    if (received == null || !Files.isDirectory(received)) {
      return;
    }
    try (Stream<Path> files = Files.walk(received)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Durability.sync(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a snapshot that was received is not durable", e);
    }
  }

  /** An entry of this size was applied. */
  public void grew(int entryBytes) {
    bytes += entryBytes;
    entries++;
  }

  public boolean isDue() {
    return (bytes >= settings.snapshotBytes() || entries >= settings.snapshotEntries())
        && !writer.isBusy();
  }

  /** The state is that of a snapshot. */
  public void restart() {
    bytes = 0;
    entries = 0;
  }

  public void write(StateMachine.Image image, TermIndex at) {
    restart();
    writer.write(image, at);
  }

  /**
   * On the writer's thread. The engine hears of the snapshot through {@link #report}, which it
   * calls only if what it knows of is behind.
   */
  private void written(SingleFileSnapshotInfo snapshot) {
    durable = snapshot;
    whenWritten.run();
  }

  /** Makes the newest durable snapshot known to the engine. */
  public long report() {
    SingleFileSnapshotInfo snapshot = durable;
    if (snapshot != null) {
      storage.updateLatestSnapshot(snapshot);
    }
    return index();
  }

  /** Of the newest snapshot that the engine knows of. Any thread. */
  public long index() {
    SnapshotInfo latest = storage.getLatestSnapshot();
    return latest == null ? RaftLog.INVALID_LOG_INDEX : latest.getIndex();
  }
}
