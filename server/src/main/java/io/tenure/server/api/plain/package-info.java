/**
 * Plain calls: one request and one reply, and watches as calls of their own.
 *
 * <p>In: a message of a plain call. Out: its reply, or an error as its status. The same {@code
 * Call} as on a stream executes it.
 *
 * <p>Threads: the event loop of the connection.
 *
 * <p>May depend on: {@code call}, {@code forward} and {@code load} of the front end.
 */
@NullMarked
package io.tenure.server.api.plain;

import org.jspecify.annotations.NullMarked;
