/**
 * Where user code runs: threads for listeners, futures handed to callers, and meters. Not part of
 * the API.
 *
 * <p>In: results of the event loop. Out: completed futures, calls of listeners, counts.
 *
 * <p>Threads: threads of its own. On the event loop it only hands over.
 *
 * <p>May depend on: {@code internal.connection}, and Micrometer if it is present.
 */
@NullMarked
package io.tenure.client.internal.callback;

import org.jspecify.annotations.NullMarked;
