/**
 * From a command to its outcome. {@link io.tenure.server.apply.Proposer} batches commands into log
 * entries; {@link io.tenure.server.apply.Applier} applies committed entries to the core and gives
 * each outcome to its {@link io.tenure.server.apply.Answer}. {@link
 * io.tenure.server.apply.ShardLeadership} knows who leads.
 *
 * <p>In: commands, on any thread; committed entries. Out: entries for the log; outcomes; events and
 * sessions for the {@link io.tenure.server.apply.ShardListener}.
 *
 * <p>Threads: the apply thread of the log, one for each shard, alone changes the state; other
 * threads read it under its lock for a bounded time. The proposer has no thread of its own.
 *
 * <p>May depend on: {@code core}, {@code raft} and {@code config}.
 */
@NullMarked
package io.tenure.server.apply;

import org.jspecify.annotations.NullMarked;
