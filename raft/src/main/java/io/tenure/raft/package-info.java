/**
 * What Tenure needs of a replicated log, and nothing of any engine.
 *
 * <p>In: entries for a {@link io.tenure.raft.ReplicatedLog} of a node that leads. Out: committed
 * entries, in order, to the {@link io.tenure.raft.StateMachine} that the log was opened with, on
 * the engine's apply thread; and who leads in which term. Nothing here blocks. Depends on the JDK
 * alone.
 */
@NullMarked
package io.tenure.raft;

import org.jspecify.annotations.NullMarked;
