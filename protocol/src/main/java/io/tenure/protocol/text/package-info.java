/**
 * How people write values that servers and commands share. In: text. Out: JDK types. Depends on the
 * JDK alone; any thread.
 */
@NullMarked
package io.tenure.protocol.text;

import org.jspecify.annotations.NullMarked;
