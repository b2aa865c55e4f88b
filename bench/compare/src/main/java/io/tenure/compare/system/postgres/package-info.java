/**
 * PostgreSQL from its package, and its advisory locks.
 *
 * <p>In: a directory for state, or endpoints. Out: running servers, and locks of their clients.
 *
 * <p>Threads: the main process starts and probes servers on its main thread; the driver process
 * connects and locks on the threads of its workers.
 *
 * <p>May depend on: {@code system} and {@code system.server}.
 */
@NullMarked
package io.tenure.compare.system.postgres;

import org.jspecify.annotations.NullMarked;
