package io.tenure.core.scenario;

import io.tenure.core.model.Limits;

/** Limits as a line: {@code limits holds=2 waitersPerKey=1}; those left out have their default. */
final class LimitsText {
  private LimitsText() {}

  static Limits parse(String line) {
    Words words = new Words(line);
    if (!words.take("limits")) {
      throw Words.refused(line, "limits …");
    }
    Limits limits = parse(words);
    words.end();
    return limits;
  }

  /** What follows the first word. */
  static Limits parse(Words words) {
    Limits defaults = Limits.DEFAULT;
    return new Limits(
        number(words, "sessions", defaults.sessions()),
        number(words, "holds", defaults.holds()),
        number(words, "holdsPerOwner", defaults.holdsPerOwner()),
        number(words, "waitersPerKey", defaults.waitersPerKey()),
        number(words, "waitersPerOwner", defaults.waitersPerOwner()),
        number(words, "waiters", defaults.waiters()),
        number(words, "answersPerSession", defaults.answersPerSession()),
        number(words, "answers", defaults.answers()),
        number(words, "deadlockSteps", defaults.deadlockSteps()),
        number(words, "changesPerCommand", defaults.changesPerCommand()),
        words.number("heldBytes", defaults.heldBytes()),
        words.number("waitingBytes", defaults.waitingBytes()),
        words.number("answerBytes", defaults.answerBytes()));
  }

  static String format(Limits limits) {
    StringBuilder line = new StringBuilder("limits");
    Limits defaults = Limits.DEFAULT;
    add(line, "sessions", limits.sessions(), defaults.sessions());
    add(line, "holds", limits.holds(), defaults.holds());
    add(line, "holdsPerOwner", limits.holdsPerOwner(), defaults.holdsPerOwner());
    add(line, "waitersPerKey", limits.waitersPerKey(), defaults.waitersPerKey());
    add(line, "waitersPerOwner", limits.waitersPerOwner(), defaults.waitersPerOwner());
    add(line, "waiters", limits.waiters(), defaults.waiters());
    add(line, "answersPerSession", limits.answersPerSession(), defaults.answersPerSession());
    add(line, "answers", limits.answers(), defaults.answers());
    add(line, "deadlockSteps", limits.deadlockSteps(), defaults.deadlockSteps());
    add(line, "changesPerCommand", limits.changesPerCommand(), defaults.changesPerCommand());
    add(line, "heldBytes", limits.heldBytes(), defaults.heldBytes());
    add(line, "waitingBytes", limits.waitingBytes(), defaults.waitingBytes());
    add(line, "answerBytes", limits.answerBytes(), defaults.answerBytes());
    return line.toString();
  }

  private static void add(StringBuilder line, String name, long value, long otherwise) {
    if (value != otherwise) {
      line.append(' ').append(name).append('=').append(value);
    }
  }

  private static int number(Words words, String name, int otherwise) {
    return Math.toIntExact(words.number(name, otherwise));
  }
}
