/**
 * {@code tenure lock}, {@code elect}, {@code acquire}, {@code renew} and {@code release}: hold keys
 * while a command runs, or until a script releases them. {@link io.tenure.cli.run.Holding} is the
 * logic of {@code lock} and {@code elect}.
 *
 * <p>In: options and a command. Out: the exit code of the command, or one of {@code ExitCodes}.
 *
 * <p>Threads: the main thread waits and decides. Threads of the client report grants and losses,
 * the JDK reports the end of the command, and signals arrive on threads of their own.
 *
 * <p>May depend on: the client, {@code cli.process} and {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.run;

import org.jspecify.annotations.NullMarked;
