/**
 * Executes the commands that a session numbers, each number once. {@link
 * io.tenure.core.request.RequestExecutor} chooses between a remembered answer, a grant, a place in
 * the queue and a refusal; {@link io.tenure.core.request.GrantRule} says what conflicts, and {@link
 * io.tenure.core.request.DeadlockSearch} whether a party would wait for itself.
 *
 * <p>In: commands from {@code LockState}. Out: outcomes, and changes of the lock table.
 *
 * <p>Threads: runs on the thread that uses the {@code LockState}.
 *
 * <p>May depend on: {@code core.model}, {@code core.session} and {@code core.table}.
 */
@NullMarked
package io.tenure.core.request;

import org.jspecify.annotations.NullMarked;
