package io.tenure.client.internal.session;

import java.util.LinkedHashSet;
import java.util.Set;

/** The numbers of a session's requests, and how far they are answered. On the loop. */
final class RequestNumbers {
  /** Numbers without an answer, in their order. */
  private final Set<Long> unsettled = new LinkedHashSet<>();

  private long last;

  long next() {
    unsettled.add(++last);
    return last;
  }

  void settled(long number) {
    unsettled.remove(number);
  }

  /** Up to here everything is answered, as far as the request with this number should say. */
  long acknowledged(long number) {
    long first = unsettled.isEmpty() ? number : unsettled.iterator().next();
    return Math.min(first, number) - 1;
  }
}
