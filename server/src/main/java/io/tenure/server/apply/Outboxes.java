package io.tenure.server.apply;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The outboxes that a batch of answers went to, each once. */
public final class Outboxes {
  private static final int FEW = 8;

  private final List<Outbox> distinct = new ArrayList<>();
  private final IdentityHashMap<Outbox, Boolean> known = new IdentityHashMap<>();

  public void add(Outbox outbox) {
    if (outbox == Outbox.NONE || isKnown(outbox)) {
      return;
    }
    distinct.add(outbox);
    if (distinct.size() == FEW) {
      distinct.forEach(each -> known.put(each, true));
    } else if (distinct.size() > FEW) {
      known.put(outbox, true);
    }
  }

  /** Most often the same stream again and again. */
  private boolean isKnown(Outbox outbox) {
    if (distinct.size() >= FEW) {
      return known.containsKey(outbox);
    }
    for (Outbox each : distinct) {
      if (each == outbox) {
        return true;
      }
    }
    return false;
  }

  /** Fails all of them with the same failure, then flushes. */
  public static void fail(List<Answer> answers, Failure failure) {
    Outboxes outboxes = new Outboxes();
    for (Answer answer : answers) {
      answer.failed(failure);
      outboxes.add(answer.outbox());
    }
    outboxes.flush();
  }

  /** Sends what they have gathered and forgets them. */
  public void flush() {
    for (Outbox outbox : distinct) {
      outbox.flush();
    }
    distinct.clear();
    known.clear();
  }
}
