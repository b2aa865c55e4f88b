/**
 * Processes and signals: the command after {@code --}, its process group, and the signals that are
 * passed on to it.
 *
 * <p>In: a command line. Out: its exit code.
 *
 * <p>Threads: signals arrive on threads of their own, the end of a process on a thread of the JDK.
 *
 * <p>May depend on: {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.process;

import org.jspecify.annotations.NullMarked;
