/**
 * Tenure: servers of one build or another, or a service that runs already, with the public Java
 * client.
 *
 * <p>In: a directory for state, or endpoints. Out: running servers, and locks of their clients.
 *
 * <p>Threads: the main process starts and probes servers on its main thread; the driver process
 * connects and locks on the threads of its workers.
 *
 * <p>May depend on: {@code system} and {@code system.server}. The public client.
 */
@NullMarked
package io.tenure.compare.system.tenure;

import org.jspecify.annotations.NullMarked;
