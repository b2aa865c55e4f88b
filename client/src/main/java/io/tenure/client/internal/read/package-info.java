/**
 * Reads on the client's stream: of one key, and of the keys below a prefix. They need no session.
 * Not part of the API.
 *
 * <p>In: keys and prefixes, and replies. Out: futures of API types.
 *
 * <p>Threads: calls come from any thread; the futures are completed on the event loop.
 *
 * <p>May depend on: all other internal packages.
 */
@NullMarked
package io.tenure.client.internal.read;

import org.jspecify.annotations.NullMarked;
