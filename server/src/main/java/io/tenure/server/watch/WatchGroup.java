package io.tenure.server.watch;

import io.tenure.core.model.Event;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The subscriptions with the same filter that are up to date, and what they are about to get. */
final class WatchGroup {
  final Set<Watch> members = new LinkedHashSet<>();

  private List<Event> pending = new ArrayList<>();
  private long firstAppliedNanos;

  /**
   * Adds an event to what they get, unless it is there: one event may concern a filter through
   * several targets.
   *
   * @return whether it is the first
   */
  boolean offer(EventHistory.Entry entry) {
    int size = pending.size();
    if (size > 0 && pending.get(size - 1) == entry.event()) {
      return false;
    }
    if (size == 0) {
      firstAppliedNanos = entry.appliedNanos();
    }
    pending.add(entry.event());
    return size == 0;
  }

  EventBatch take() {
    EventBatch batch = new EventBatch(pending);
    pending = new ArrayList<>(); // not cleared: it would stay as large as it has ever been
    return batch;
  }

  /** When the first event of the batch taken last was applied. */
  long firstAppliedNanos() {
    return firstAppliedNanos;
  }
}
