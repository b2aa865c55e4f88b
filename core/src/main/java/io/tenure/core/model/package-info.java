/**
 * The vocabulary of the core: commands, outcomes, events, ids, keys and limits.
 *
 * <p>In: values from clients and operators; a constructor refuses what is out of range. Out:
 * well-formed immutable values.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: nothing that decides: other packages of the core occur in comments only.
 */
@NullMarked
package io.tenure.core.model;

import org.jspecify.annotations.NullMarked;
