package io.tenure.client.internal.connection;

/**
 * Counts the requests in flight on one stream. A server accepts 4,096 of one connection and refuses
 * the rest. So each lane has a limit: requests that wait for other holders cannot use up the share
 * of releases and keep-alives.
 */
final class StreamLoad {
  private static final int MAX_ASKS = 700;
  private static final int MAX_GIVE_BACKS = 250;

  /** 3,000 + 700 in flight that may come to wait + 250 < 4,096. */
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

  /** Whether the limit of waiting requests is reached. */
  boolean isFull() {
    return waiting >= MAX_WAITING;
  }

  static String tooManyWaiting() {
    return "waiting requests on one connection: %d (expected: fewer)".formatted(MAX_WAITING);
  }

  void sent(Call call) {
    count(call, 1);
  }

  /** The copy was answered, but not for the last time: it waits in the service from now on. */
  void answered(Call call) {
    if (!call.answered) {
      call.answered = true;
      count(call, -1);
      if (call.lane() == Call.Lane.ASK) {
        waiting++;
      }
    }
  }

  /** The copy is answered, or no answer to it is wanted. */
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
  boolean awaitsReply() {
    return asks + giveBacks + keepAlives > 0;
  }

  boolean isZero() {
    return !awaitsReply() && waiting == 0;
  }

  void clear() {
    asks = 0;
    giveBacks = 0;
    keepAlives = 0;
    waiting = 0;
  }
}
