/**
 * Who holds and who waits. {@link io.tenure.core.table.LockTable} makes every transition between
 * the two; a trie of keys finds conflicts; each waiting claim keeps one reason why it waits, so
 * that a release examines only the claims that it may free.
 *
 * <p>In: drafts of claims, grants, releases and withdrawals. Out: events, in the journal.
 *
 * <p>Threads: runs on the thread that uses the {@code LockState}.
 *
 * <p>May depend on: {@code core.model} and {@code core.session}. Fields are public where other
 * packages of the core read them for every grant; nothing outside the core may use this package.
 */
@NullMarked
package io.tenure.core.table;

import org.jspecify.annotations.NullMarked;
