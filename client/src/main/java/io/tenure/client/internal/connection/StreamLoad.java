package io.tenure.client.internal.connection;

/**
 * How much is under way on one stream. A server takes 4,096 requests of one connection and refuses
 * the rest; so each kind has a share, and those that wait for other holders cannot use up what the
 * others need.
 */
final class StreamLoad {
  private static final int MAX_ASKS = 700;
  private static final int MAX_GIVE_BACKS = 250;

  /** With as many asks again that may come to wait, this stays below 4,096. */
  private static final int MAX_WAITING = 3_000;

  private int asks;
  private int giveBacks;
  private int keepAlives;
  private int waiting;

  boolean takes(Call.Lane lane) {
    return switch (lane) {
      case ASK -> asks < MAX_ASKS;
      case GIVE_BACK -> giveBacks < MAX_GIVE_BACKS;
      case KEEP_ALIVE, WATCH -> true;
    };
  }

  /** Whether as many wait as may. */
  boolean isFull() {
    return waiting >= MAX_WAITING;
  }

  static String fullness() {
    return "waiting requests: " + MAX_WAITING + " on one connection (expected: fewer)";
  }

  void sent(Call call) {
    count(call, 1);
  }

  /** The first answer to a copy; if it is not the last one, it waits from now on. */
  void answered(Call call) {
    if (!call.answered) {
      call.answered = true;
      count(call, -1);
      if (call.lane() == Call.Lane.ASK) {
        waiting++;
      }
    }
  }

  /** The copy is of no interest any more. */
  void done(Call call) {
    if (!call.answered) {
      count(call, -1);
    } else if (call.lane() == Call.Lane.ASK) {
      waiting--;
    }
  }

  private void count(Call call, int change) {
    switch (call.lane()) {
      case ASK -> asks += change;
      case GIVE_BACK -> giveBacks += change;
      case KEEP_ALIVE -> keepAlives += change;
      case WATCH -> {}
    }
  }

  /** Whether the server owes an answer. */
  boolean isOwed() {
    return asks + giveBacks + keepAlives > 0;
  }

  boolean isNothing() {
    return !isOwed() && waiting == 0;
  }

  void clear() {
    asks = 0;
    giveBacks = 0;
    keepAlives = 0;
    waiting = 0;
  }
}
