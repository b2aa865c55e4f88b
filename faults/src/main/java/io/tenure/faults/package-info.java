/**
 * The command {@code tenure faults}: runs Tenure as processes under faults, and checks all that
 * happened. {@link io.tenure.faults.Run} is one run, from the start of the nodes to the verdicts.
 *
 * <p>In: options and a seed. Out: a directory with the history, logs and report, and an exit code.
 *
 * <p>Threads: the main thread; {@link io.tenure.faults.Lookout} watches the run on a thread of its
 * own.
 *
 * <p>May depend on: the other packages of {@code faults}.
 */
@NullMarked
package io.tenure.faults;

import org.jspecify.annotations.NullMarked;
