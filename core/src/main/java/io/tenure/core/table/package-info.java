/**
 * Who holds and who waits. {@link io.tenure.core.table.LockTable} makes every move between the two;
 * a trie of keys finds what conflicts, and each waiting claim keeps one reason why it waits, so
 * that a release looks only at the claims it may free.
 *
 * <p>Fields are public where other packages of the core read them on the path of every grant;
 * outside the core nothing may use this package. Runs on the thread of whoever uses the {@code
 * LockState}.
 */
@NullMarked
package io.tenure.core.table;

import org.jspecify.annotations.NullMarked;
