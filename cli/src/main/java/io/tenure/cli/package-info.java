/**
 * The {@code tenure} command. {@link io.tenure.cli.Main} lists the subcommands and runs the one
 * that is asked for.
 *
 * <p>In: arguments. Out: results on standard output, errors on standard error, and an exit code.
 *
 * <p>Threads: the main thread runs the command. Signal handlers, threads of the client and threads
 * of the JDK only complete futures that the main thread waits for.
 *
 * <p>May depend on: {@code client}, {@code simulation} and picocli; of the server the few types
 * that start one.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
