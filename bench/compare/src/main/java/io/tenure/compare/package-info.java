/**
 * The command {@code tenure bench}: starts one system after the other, lets a driver process load
 * it, and writes the results.
 *
 * <p>In: the command line. Out: tables on standard output, {@code results.json}, {@code
 * report.html}, and logs. The main thread does everything in turn. Other threads: one redraws the
 * progress line, one reads the replies of the driver, and on Ctrl-C the shutdown hook interrupts
 * the main thread and waits until it has cleaned up and written the results so far.
 */
@NullMarked
package io.tenure.compare;

import org.jspecify.annotations.NullMarked;
