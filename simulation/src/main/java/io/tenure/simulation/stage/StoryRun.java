package io.tenure.simulation.stage;

import java.util.function.Consumer;

/**
 * One run of a story.
 *
 * @param fencing whether the database checks tokens
 */
public record StoryRun(long seed, boolean fencing, Consumer<Line> audience) {

  /** A paragraph outside the timeline, and an empty line after it. */
  public void note(String text) {
    text.lines().forEach(line -> audience.accept(Line.outside(Line.Kind.NOTE, line)));
    audience.accept(Line.outside(Line.Kind.NOTE, ""));
  }
}
