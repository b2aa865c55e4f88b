package io.tenure.simulation.stage;

/**
 * How a story came out.
 *
 * @param shown whether it showed what it is told for
 */
public record Ending(boolean shown, String text) {}
