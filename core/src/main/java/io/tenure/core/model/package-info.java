/**
 * The vocabulary of the core: commands, outcomes, events, and the values in them. A command that
 * exists is well-formed; its constructor refuses what is out of range. Everything here is immutable
 * and may be read by any thread. Knows no other package.
 */
@NullMarked
package io.tenure.core.model;

import org.jspecify.annotations.NullMarked;
