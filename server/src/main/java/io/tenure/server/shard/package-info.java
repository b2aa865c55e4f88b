/**
 * One shard on this node: the way to its log and state, and what its leader does besides commands:
 * confirming leadership, agreeing on limits, comparing replicas, and suspending waiting requests
 * whose clients are gone.
 *
 * <p>In: commands and reads; who leads. Out: proposals and results of reads.
 *
 * <p>Threads: any thread; nothing blocks. Upkeep runs on the apply thread, timers and network
 * threads.
 *
 * <p>May depend on: {@code core}, {@code raft}, {@code apply}, {@code config}, {@code peer}, {@code
 * session} for its alarm, and the engine, which it opens.
 */
@NullMarked
package io.tenure.server.shard;

import org.jspecify.annotations.NullMarked;
