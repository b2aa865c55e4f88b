/**
 * Locks by single calls, for scripts and command lines: no stream, no background thread, no
 * keep-alive. A hold is named by its key and token.
 *
 * <p>In: calls. Out: grants and refusals.
 *
 * <p>Threads: calls block the thread of the caller.
 *
 * <p>May depend on: the protocol and {@code client.internal}.
 */
@NullMarked
package io.tenure.client.plain;

import org.jspecify.annotations.NullMarked;
