/**
 * One shard on this node: the way to its log and state, who leads it, and what its leader does
 * besides commands: confirming leadership, agreeing on limits, comparing replicas, and suspending
 * waiting requests whose clients are gone.
 *
 * <p>In: commands and reads; who leads. Out: proposals, results of reads, and calls of {@link
 * io.tenure.server.shard.ShardListener}.
 *
 * <p>Threads: any thread; nothing blocks. A leading term begins on the apply thread; upkeep runs on
 * timers and network threads.
 *
 * <p>May depend on: {@code core}, {@code raft}, {@code apply} and {@code peer}.
 */
@NullMarked
package io.tenure.server.shard;

import org.jspecify.annotations.NullMarked;
