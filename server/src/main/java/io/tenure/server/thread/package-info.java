/**
 * Threads and timers that end the node when they fail. An {@link java.lang.Error} on any thread
 * that matters ends the whole node, never one thread of it.
 */
@NullMarked
package io.tenure.server.thread;

import org.jspecify.annotations.NullMarked;
