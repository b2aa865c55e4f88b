/**
 * Executes the commands that a session numbers, each number once: {@link
 * io.tenure.core.request.RequestExecutor} decides between a remembered answer, a grant, a place in
 * the queue and a refusal. Asks {@link io.tenure.core.request.GrantRule} what stands in the way and
 * {@link io.tenure.core.request.DeadlockSearch} whether a party would wait for itself.
 *
 * <p>Comes in: commands, from {@code LockState}. Goes out: outcomes, and changes to the lock table.
 * Runs on the thread of whoever uses the {@code LockState}.
 */
@NullMarked
package io.tenure.core.request;

import org.jspecify.annotations.NullMarked;
