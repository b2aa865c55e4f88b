package io.tenure.simulation.story;

import java.util.function.Consumer;

/**
 * One telling of a story.
 *
 * @param fencing whether the database checks tokens
 */
record Telling(long seed, boolean fencing, Consumer<Line> audience) {

  /** A paragraph outside the timeline, and an empty line after it. */
  void note(String text) {
    text.lines().forEach(line -> audience.accept(Line.outside(Line.Kind.NOTE, line)));
    audience.accept(Line.outside(Line.Kind.NOTE, ""));
  }
}
