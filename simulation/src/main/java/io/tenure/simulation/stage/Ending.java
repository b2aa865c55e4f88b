package io.tenure.simulation.stage;

/**
 * The result of a story.
 *
 * @param shown whether it showed what it demonstrates
 */
public record Ending(boolean shown, String text) {}
