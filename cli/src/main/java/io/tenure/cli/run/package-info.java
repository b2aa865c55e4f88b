/**
 * {@code tenure lock}, {@code elect}, {@code acquire}, {@code renew} and {@code release}: holds
 * keys, for as long as a command runs or until a script gives them back.
 *
 * <p>Comes in: options and a command. Goes out: the command's exit code, or one of {@link
 * io.tenure.cli.terminal.ExitCodes}. The main thread waits; the client's threads report grants and
 * losses, the JDK's the end of the command, and signals come on threads of their own.
 */
@NullMarked
package io.tenure.cli.run;

import org.jspecify.annotations.NullMarked;
