/**
 * The border: what Tenure needs of a replicated log, and nothing of any engine. A {@link
 * io.tenure.server.raft.ReplicatedLog} takes entries; committed ones reach a {@link
 * io.tenure.server.raft.StateMachine}.
 *
 * <p>Nothing here blocks.
 */
@NullMarked
package io.tenure.server.raft;

import org.jspecify.annotations.NullMarked;
