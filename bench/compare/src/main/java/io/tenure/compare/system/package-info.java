/**
 * The lock systems that can be measured: one package for each, behind {@link
 * io.tenure.compare.system.LockSystem}.
 *
 * <p>In: a directory for state, or endpoints. Out: running servers, and locks of their clients. The
 * main process starts servers and probes them on its main thread; the driver process connects and
 * locks on the threads of its workers.
 */
@NullMarked
package io.tenure.compare.system;

import org.jspecify.annotations.NullMarked;
