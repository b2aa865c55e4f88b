/**
 * Threads and timers that end the node when they fail: an {@link java.lang.Error} on any thread
 * that matters ends the whole node, never one thread of it. {@link
 * io.tenure.server.thread.CoalescedRun} lets callers share what takes its time.
 *
 * <p>In: tasks. Out: their errors, to the handler that stops the node.
 *
 * <p>Threads: makes threads for others.
 *
 * <p>May depend on: the JDK.
 */
@NullMarked
package io.tenure.server.thread;

import org.jspecify.annotations.NullMarked;
