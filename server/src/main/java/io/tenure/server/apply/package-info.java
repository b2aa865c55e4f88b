/**
 * From a command to its outcome: {@link io.tenure.server.apply.Proposer} batches commands into log
 * entries, {@link io.tenure.server.apply.Applier} applies committed entries to the core's state and
 * hands each outcome to its {@link io.tenure.server.apply.Answer}.
 *
 * <p>Comes in: commands, on any thread. Goes out: outcomes and events. One thread for each shard,
 * the log's apply thread, changes the state; readers take the state's lock for a bounded moment.
 */
@NullMarked
package io.tenure.server.apply;

import org.jspecify.annotations.NullMarked;
