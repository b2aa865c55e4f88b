/**
 * {@code tenure up} and {@code tenure server}: run a node in the foreground, and start nodes as
 * processes.
 *
 * <p>In: settings, from flags and a file. Out: a running node.
 *
 * <p>Threads: the main thread waits until the node ends or the process is asked to end.
 *
 * <p>May depend on: the way into the server, {@code cli.process} and {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.server;

import org.jspecify.annotations.NullMarked;
