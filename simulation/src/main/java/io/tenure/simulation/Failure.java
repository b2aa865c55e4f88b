package io.tenure.simulation;

import io.tenure.simulation.check.Promise;

/**
 * A promise that did not hold.
 *
 * @param time the world's time, in nanoseconds
 * @param what what happened
 * @param replay the command that shows it again
 */
public record Failure(long seed, Promise promise, long time, String what, String replay) {}
