/**
 * The {@code bench} command: starts one system after the other, lets a client JVM load it, and
 * collects what that has measured.
 *
 * <p>The main thread does everything in turn. Besides it there is one thread that redraws the
 * progress line, one that reads what the client JVM answers, and, when the command is interrupted,
 * the shutdown hook, which interrupts the main thread and waits until it has cleaned up and written
 * what there is.
 */
@NullMarked
package io.tenure.compare;

import org.jspecify.annotations.NullMarked;
