/**
 * The {@code tenure} command: one class per subcommand, run by the main thread. Other threads run
 * the hook of {@link io.tenure.cli.process.StopSignal} and the handlers of {@link
 * io.tenure.cli.process.Signals}, when the process is asked to end; and they complete futures that
 * the main thread waits for in {@link io.tenure.cli.run.Holding}: the client's when something is
 * granted or lost, the JDK's when a process has ended.
 *
 * <p>May depend on {@code io.tenure.client}, {@code io.tenure.simulation}, picocli, and of the
 * server on the few types that start one.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
