/**
 * What the state remembers of a session: its owners, its live requests by number, and the ended
 * answers that its client has not acknowledged.
 *
 * <p>In: answers and claims to remember. Out: the answer to a repeated request.
 *
 * <p>Threads: runs on the thread that uses the {@code LockState}.
 *
 * <p>May depend on: {@code core.model} and {@code core.table}.
 */
@NullMarked
package io.tenure.core.session;

import org.jspecify.annotations.NullMarked;
