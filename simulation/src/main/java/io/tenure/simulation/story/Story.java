package io.tenure.simulation.story;

/** A script. */
interface Story {
  /** Plays it from beginning to end. */
  Ending play(Telling telling);
}
