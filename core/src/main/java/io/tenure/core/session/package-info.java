/**
 * What the state remembers of a session: its owners, its live requests by number, and the answers
 * that its client has not acknowledged.
 *
 * <p>Runs on the thread of whoever uses the {@code LockState}.
 */
@NullMarked
package io.tenure.core.session;

import org.jspecify.annotations.NullMarked;
