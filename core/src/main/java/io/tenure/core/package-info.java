/**
 * The lock state machine: sessions, holds, queues and fencing tokens as a function from commands to
 * outcomes and events.
 *
 * <p>Depends on {@code java.base} alone and uses no clock, thread, logger, file, socket or random
 * number, so that the same commands give the same state on every replica. {@link
 * io.tenure.core.LockState} is the way in; {@link io.tenure.core.model.Command}, {@link
 * io.tenure.core.model.Outcome} and {@link io.tenure.core.model.Event} are its language. Not
 * thread-safe, reads included: one thread at a time (a shard's applier, or who has its lock) may
 * use an instance. Only a {@link io.tenure.core.snapshot.Snapshot}, once captured, is immutable:
 * any thread may list and write it.
 */
@NullMarked
package io.tenure.core;

import org.jspecify.annotations.NullMarked;
