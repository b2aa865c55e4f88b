/**
 * Measurements and their results.
 *
 * <p>In: readings of the driver. Out: immutable values, which {@code results.json} contains as they
 * are. They depend only on {@link io.tenure.compare.system.LockSystem.Feature}; any thread may use
 * them.
 */
@NullMarked
package io.tenure.compare.result;

import org.jspecify.annotations.NullMarked;
