package io.tenure.client.internal.connection;

import org.jspecify.annotations.Nullable;

/** A shard and its leader, as far as it is known. */
final class Route {
  final int shard;
  @Nullable Link leader;

  /** Calls under way. */
  int open;

  /** Since when there has been no leader. */
  long leaderlessSinceNanos = System.nanoTime();

  Route(int shard) {
    this.shard = shard;
  }

  void setLeader(@Nullable Link next) {
    if (leader != null && next == null) {
      leaderlessSinceNanos = System.nanoTime();
    }
    leader = next;
  }
}
