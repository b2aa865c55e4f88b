package io.tenure.server.ops;

import io.tenure.raft.ShardStatus;
import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How this node is doing: alive until something broke for good, ready when it is of use. */
public final class NodeHealth implements Health {
  /** A node that is further behind what it knows to be committed is still catching up. */
  private static final long MAX_LAG_ENTRIES = 1_000;

  private volatile @Nullable String failure;
  private volatile @Nullable Shards engine;

  public void failed(String what) {
    if (failure == null) {
      failure = what;
    }
  }

  public void started(Shards running) {
    engine = running;
  }

  @Override
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public List<String> obstacles() {
    Shards running = engine;
    if (running == null) {
      return List.of("starting");
    }
    List<String> obstacles = new ArrayList<>();
    failure().ifPresent(obstacles::add);
    for (Shard shard : running.shards()) {
      if (shard.leadership().leader() == null) {
        obstacles.add("shard " + shard.name() + ": no leader");
      }
      ShardStatus status = shard.status();
      if (status.committedIndex() - status.appliedIndex() > MAX_LAG_ENTRIES) {
        obstacles.add("shard " + shard.name() + ": catching up");
      }
    }
    return obstacles;
  }
}
