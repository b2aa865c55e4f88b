/**
 * {@code tenure show}, {@code ls}, {@code status}, {@code sessions} and {@code watch}: show the
 * state of the service and change nothing.
 *
 * <p>In: keys and endpoints. Out: tables or JSON.
 *
 * <p>Threads: the main thread; {@code watch} prints on a thread of the client.
 *
 * <p>May depend on: the client and {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.inspect;

import org.jspecify.annotations.NullMarked;
