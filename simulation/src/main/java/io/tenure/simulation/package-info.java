/**
 * Explores random worlds full of faults and checks the promises in each of them.
 *
 * <p>{@link io.tenure.simulation.Explorer} is the way in. A seed makes a {@link
 * io.tenure.simulation.RandomWorld}: a lock system with clients and resources, faults for a while,
 * and then a calm in which everybody must be served. Nothing here reads a real clock, starts a
 * thread or writes anywhere but where the caller says.
 */
@NullMarked
package io.tenure.simulation;

import org.jspecify.annotations.NullMarked;
