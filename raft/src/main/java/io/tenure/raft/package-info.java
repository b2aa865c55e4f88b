/**
 * What Tenure needs of a replicated log, and nothing of any engine. {@link
 * io.tenure.raft.ReplicatedLog} and {@link io.tenure.raft.StateMachine} are the two sides.
 *
 * <p>In: entries for the log of a node that leads. Out: committed entries in order, to the state
 * machine that the log was opened with; and who leads in which term.
 *
 * <p>Threads: committed entries arrive on the apply thread of the log. Nothing here blocks.
 *
 * <p>May depend on: the JDK alone.
 */
@NullMarked
package io.tenure.raft;

import org.jspecify.annotations.NullMarked;
