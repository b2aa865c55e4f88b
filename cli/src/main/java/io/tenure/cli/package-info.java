/**
 * The {@code tenure} command: one class per subcommand, run by the main thread. The only other
 * threads are the hook of {@link io.tenure.cli.EndSignal} and the handler of {@link
 * io.tenure.cli.Signals}, which run when the process is asked to end.
 *
 * <p>May depend on {@code io.tenure.client}, {@code io.tenure.simulation}, picocli, and of the
 * server on the few types that start one.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
