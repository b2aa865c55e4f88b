package io.tenure.server.raft.ratis.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.jspecify.annotations.Nullable;

/**
 * The engine's directory of snapshots. A leader asks for the newest one with every message that it
 * sends; as long as there is none, the engine's own class reads the directory each time.
 */
public final class SnapshotStorage extends SimpleStateMachineStorage {
  private volatile boolean any;
  private @Nullable Path received;

  @Override
  public void init(RaftStorage storage) throws IOException {
    super.init(storage);
    File directory = getTmpDir();
    received = (directory == null ? storage.getStorageDir().getTmpDir() : directory).toPath();
    loadLatestSnapshot();
  }

  /** Where snapshots from another node are put together. */
  @Nullable Path received() {
    return received;
  }

  @Override
  public @Nullable SingleFileSnapshotInfo getLatestSnapshot() {
    return any ? super.getLatestSnapshot() : null;
  }

  @Override
  public @Nullable SingleFileSnapshotInfo loadLatestSnapshot() {
    SingleFileSnapshotInfo latest = super.loadLatestSnapshot();
    note(latest);
    return latest;
  }

  @Override
  public @Nullable SingleFileSnapshotInfo updateLatestSnapshot(
      @Nullable SingleFileSnapshotInfo info) {
    SingleFileSnapshotInfo latest = super.updateLatestSnapshot(info);
    note(latest);
    return latest;
  }

  private void note(@Nullable SingleFileSnapshotInfo latest) {
    if (latest != null) {
      any = true;
    }
  }
}
