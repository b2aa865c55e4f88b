/**
 * Servers as child processes: starting, watching and ending them. Knows nothing of any one system.
 *
 * <p>In: a command and ports. Out: a process that can be started again.
 *
 * <p>Threads: the main thread; a shutdown hook ends all processes.
 *
 * <p>May depend on: {@code system}.
 */
@NullMarked
package io.tenure.compare.system.server;

import org.jspecify.annotations.NullMarked;
