package io.tenure.simulation.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * How a leader finds out that it still leads: it numbers its rounds of messages, and when a
 * majority has answered a round in its term, then nobody else led when that round began.
 */
final class Rounds {
  private record Question(long round, Runnable whenConfirmed) {}

  private final int self;

  /** The newest round that each server answered. */
  private final long[] answered;

  private final ArrayDeque<Question> questions = new ArrayDeque<>();
  private long current;

  Rounds(int servers, int self) {
    this.answered = new long[servers];
    this.self = self;
  }

  long current() {
    return current;
  }

  /** Every message sent from now on counts for a new round. */
  void begin() {
    current++;
    answered(self, current);
  }

  /** Does something as soon as a majority has answered a round that is yet to begin. */
  void whenConfirmed(Runnable action) {
    questions.add(new Question(current + 1, action));
  }

  void answered(int server, long round) {
    answered[server] = Math.max(answered[server], round);
    if (questions.isEmpty()) {
      return;
    }
    long confirmed = confirmed();
    while (!questions.isEmpty() && questions.getFirst().round() <= confirmed) {
      questions.removeFirst().whenConfirmed().run();
    }
  }

  /** The newest round that a majority has answered. */
  private long confirmed() {
    long[] sorted = answered.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
