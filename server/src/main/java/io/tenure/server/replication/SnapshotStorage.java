package io.tenure.server.replication;

import java.io.IOException;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.jspecify.annotations.Nullable;

/**
 * The engine's directory of snapshots. A leader asks for the newest one with every message that it
 * sends; as long as there is none, the engine's own class reads the directory each time.
 */
final class SnapshotStorage extends SimpleStateMachineStorage {
  private volatile boolean any;

  @Override
  public void init(RaftStorage storage) throws IOException {
    super.init(storage);
    loadLatestSnapshot();
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
