/**
 * Locks by single calls, for scripts and command lines: no stream, no background thread, no keep-
 * alive. A hold is named by its key and token.
 *
 * <p>Calls block the caller's thread.
 */
@NullMarked
package io.tenure.client.plain;

import org.jspecify.annotations.NullMarked;
