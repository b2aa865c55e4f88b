/**
 * One shard on this node: the way to its log and to its state, who leads it, and what its leader
 * does beside commands. That is confirming leadership for keep-alives and reads, agreeing on
 * limits, comparing replicas, and suspending waiting requests whose clients are gone.
 *
 * <p>Calls come in on any thread and do not block. The leading term begins on the log's apply
 * thread; upkeep runs on timers and network threads.
 */
@NullMarked
package io.tenure.server.shard;

import org.jspecify.annotations.NullMarked;
