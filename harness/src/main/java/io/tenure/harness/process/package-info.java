/**
 * Child processes: starting programs, sending signals, reading {@code /proc}, and ending what is
 * still running when this JVM exits. Depends on {@code io.tenure.harness} and the JDK.
 *
 * <p>Calling threads do the work; one shutdown hook, {@code end-children}, ends what is left.
 */
@NullMarked
package io.tenure.harness.process;

import org.jspecify.annotations.NullMarked;
