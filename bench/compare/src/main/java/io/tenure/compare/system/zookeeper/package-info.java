/**
 * ZooKeeper from its jar, with the recipes of Curator.
 *
 * <p>In: a directory for state, or endpoints. Out: running servers, and locks of their clients.
 *
 * <p>Threads: the main process starts and probes servers on its main thread; the driver process
 * connects and locks on the threads of its workers.
 *
 * <p>May depend on: {@code system} and {@code system.server}.
 */
@NullMarked
package io.tenure.compare.system.zookeeper;

import org.jspecify.annotations.NullMarked;
