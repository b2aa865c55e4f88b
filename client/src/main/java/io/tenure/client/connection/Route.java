package io.tenure.client.connection;

import org.jspecify.annotations.Nullable;

/** The way to a shard: whoever leads it, as far as is known. */
final class Route {
  final int shard;
  @Nullable Link leader;

  /** How many calls are under way; each is open. */
  int open;

  Route(int shard) {
    this.shard = shard;
  }
}
