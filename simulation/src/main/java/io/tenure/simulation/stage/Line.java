package io.tenure.simulation.stage;

import io.tenure.simulation.world.Time;
import java.util.Locale;

/**
 * One line of a story.
 *
 * @param time nanoseconds since the curtain rose; 0 for lines outside the timeline
 * @param actor who does it; empty for lines outside the timeline
 */
public record Line(Kind kind, long time, String actor, String text) {
  /** What a line is, for those who show it. */
  public enum Kind {
    /** The first line: which story, which seed. */
    TITLE,
    /** Prose before or between the acts, or a row of a table; empty between paragraphs. */
    NOTE,
    /** Something happened. */
    EVENT,
    /** Something broke. */
    FAULT,
    /** Somebody was refused or rejected, or ought to have been. */
    ALARM,
    /** The last line: what the story showed. */
    SHOWN,
    /** The last line: what the story should have shown but did not. */
    NOT_SHOWN
  }

  /** Wide enough for the longest name with its colon. */
  private static final int ACTOR_WIDTH = "Database:".length();

  public static Line outside(Kind kind, String text) {
    return new Line(kind, 0, "", text);
  }

  /** Whether it has a place in the timeline. */
  public boolean isTimed() {
    return !actor.isEmpty();
  }

  /** {@code [ 5.0]}, in seconds. Empty outside the timeline. */
  public String stamp() {
    return isTimed() ? String.format(Locale.ROOT, "[%4s]", seconds(time)) : "";
  }

  /** {@code 5.0}. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f", (double) nanos / Time.SECOND);
  }

  /** Everything but the stamp. */
  public String body() {
    return isTimed()
        ? String.format(Locale.ROOT, "%-" + ACTOR_WIDTH + "s %s", actor + ":", text)
        : text;
  }

  /** As plain text. */
  @Override
  public String toString() {
    return isTimed() ? stamp() + " " + body() : body();
  }
}
