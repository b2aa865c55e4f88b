package io.tenure.faults.fill;

import io.grpc.Status;
import io.tenure.protocol.v1.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** How the requests of one filler were answered. Any thread. */
final class Tally {
  private static final String FULL = ": full";
  private static final String LIMIT = "limit: ";
  private static final String OVERLOADED = "overloaded";

  private final Map<String, AtomicLong> counts = new ConcurrentSkipListMap<>();

  void count(String what) {
    counts.computeIfAbsent(what, each -> new AtomicLong()).incrementAndGet();
  }

  void refused(Refusal refusal) {
    count("refused: " + refusal.getKind());
  }

  void failed(Throwable thrown) {
    Status status = Status.fromThrowable(thrown);
    String description = String.valueOf(status.getDescription());
    if (status.getCode() != Status.Code.RESOURCE_EXHAUSTED) {
      count("failed: " + status.getCode());
    } else if (description.contains(FULL)) {
      count(LIMIT + description.substring(0, description.indexOf(FULL)));
    } else {
      count(OVERLOADED);
    }
  }

  @Override
  public String toString() {
    return counts.toString();
  }

  boolean hasReachedALimit() {
    return counts.keySet().stream()
        .anyMatch(what -> what.startsWith(LIMIT) || what.equals(OVERLOADED));
  }
}
