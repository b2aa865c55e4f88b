/**
 * The {@code tenure} command: one class per subcommand, run by the main thread. The only other
 * thread is the hook of {@link io.tenure.cli.EndSignal}, which runs when the process is asked to
 * end.
 *
 * <p>May depend on {@code io.tenure.simulation} and picocli.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
