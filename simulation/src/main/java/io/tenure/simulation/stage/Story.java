package io.tenure.simulation.stage;

/** A script. */
public interface Story {
  /** Plays it from beginning to end. */
  Ending play(StoryRun storyRun);
}
