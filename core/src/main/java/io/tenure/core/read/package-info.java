/**
 * Answers readers: who holds and who waits at a key, and pages of the keys in use. Decides nothing.
 *
 * <p>In: the key trie, or records of a snapshot. Out: {@code KeyStanding} and pages.
 *
 * <p>Threads: the thread that uses the {@code LockState}, or for a captured snapshot any thread.
 *
 * <p>May depend on: {@code core.model} and {@code core.table}.
 */
@NullMarked
package io.tenure.core.read;

import org.jspecify.annotations.NullMarked;
