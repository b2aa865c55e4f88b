package io.tenure.client.internal.connection;

import org.jspecify.annotations.Nullable;

/** The way to a shard: whoever leads it, as far as is known. */
final class Route {
  final int shard;
  @Nullable Link leader;

  /** How many calls are under way. */
  int open;

  /** Since when there has been no leader. */
  long leaderlessSinceNanos = System.nanoTime();

  Route(int shard) {
    this.shard = shard;
  }

  void follow(@Nullable Link next) {
    if (leader != null && next == null) {
      leaderlessSinceNanos = System.nanoTime();
    }
    leader = next;
  }
}
