/**
 * Threads and timers that end the node when they fail: an {@link java.lang.Error} on any thread
 * that matters ends the whole node, never one thread of it.
 *
 * <p>In: tasks. Out: their errors, to the handler that stops the node.
 *
 * <p>Threads: makes threads for others.
 *
 * <p>May depend on: the JDK and Netty.
 */
@NullMarked
package io.tenure.server.thread;

import org.jspecify.annotations.NullMarked;
