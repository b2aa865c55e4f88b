package io.tenure.client.internal.session;

import java.util.LinkedHashSet;
import java.util.Set;

/** Numbers the requests of a session and tracks which are answered. On the loop. */
final class RequestNumbers {
  /** Numbers without an answer, ascending. */
  private final Set<Long> unsettled = new LinkedHashSet<>();

  private long last;

  long next() {
    unsettled.add(++last);
    return last;
  }

  void settled(long number) {
    unsettled.remove(number);
  }

  /**
   * The watermark that the request with this number carries: every number up to it is answered, so
   * the service may forget those answers.
   */
  long acknowledged(long number) {
    long first = unsettled.isEmpty() ? number : unsettled.iterator().next();
    return Math.min(first, number) - 1;
  }
}
