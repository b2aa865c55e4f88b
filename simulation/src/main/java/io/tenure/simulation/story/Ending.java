package io.tenure.simulation.story;

/**
 * How a story came out.
 *
 * @param shown whether it showed what it is told for
 */
record Ending(boolean shown, String text) {}
