package io.tenure.core.scenario;

import io.tenure.core.Limits;

/** Limits as a line: {@code limits holds=2 waitersPerKey=1}; those left out have their default. */
final class LimitsText {
  private LimitsText() {}

  static Limits parse(String line) {
    Words words = new Words(line);
    if (!words.take("limits")) {
      throw Words.refused(line, "limits …");
    }
    Limits defaults = Limits.DEFAULT;
    Limits limits =
        new Limits(
            number(words, "sessions", defaults.sessions()),
            number(words, "holds", defaults.holds()),
            number(words, "waitersPerKey", defaults.waitersPerKey()),
            number(words, "waitersPerOwner", defaults.waitersPerOwner()),
            number(words, "waiters", defaults.waiters()),
            number(words, "answersPerSession", defaults.answersPerSession()),
            number(words, "answers", defaults.answers()),
            number(words, "deadlockSteps", defaults.deadlockSteps()));
    words.end();
    return limits;
  }

  private static int number(Words words, String name, int otherwise) {
    return Math.toIntExact(words.number(name, otherwise));
  }
}
