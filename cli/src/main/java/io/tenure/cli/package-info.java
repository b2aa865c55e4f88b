/**
 * The {@code tenure} command: one class per subcommand, run by the main thread.
 *
 * <p>May depend on {@code io.tenure.simulation} and picocli.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
