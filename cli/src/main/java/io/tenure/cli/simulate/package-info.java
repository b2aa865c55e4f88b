/**
 * {@code tenure simulate}: tells stories of the simulation on a terminal, and explores random
 * worlds.
 */
@NullMarked
package io.tenure.cli.simulate;

import org.jspecify.annotations.NullMarked;
