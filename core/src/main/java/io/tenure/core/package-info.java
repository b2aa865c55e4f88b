/**
 * The lock state machine: sessions, holds, queues and fencing tokens of one shard, as a function
 * from commands to outcomes and events. {@link io.tenure.core.LockState} is the entry point.
 *
 * <p>In: a {@code Command}. Out: an {@link io.tenure.core.Applied}, which has the outcome and the
 * events. The same commands give the same state on every replica: there is no clock, thread,
 * logger, file, socket or random number here.
 *
 * <p>Threads: one thread at a time may use a {@code LockState}, reads included: the apply thread of
 * the shard, or a thread that has the lock of the state. A captured {@code Snapshot} is immutable,
 * and any thread may read it.
 *
 * <p>May depend on: {@code java.base} alone.
 */
@NullMarked
package io.tenure.core;

import org.jspecify.annotations.NullMarked;
