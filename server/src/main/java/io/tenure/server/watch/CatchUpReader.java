package io.tenure.server.watch;

import io.tenure.core.model.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the history for those that are behind, once for all that have the same filter and
 * stand at the same place. Good for one round.
 */
final class CatchUpReader {

  private record From(WatchFilter filter, long cursor) {}

  /**
   * What was found.
   *
   * @param compacted whether the place is not in the history any more; then nothing else counts
   * @param batch null if nothing concerns the filter
   * @param through how far it looked
   */
  record Scan(boolean compacted, @Nullable EventBatch batch, long through) {
    private static final Scan COMPACTED = new Scan(true, null, 0);
  }

  private final EventHistory history;
  private final WatchSettings settings;
  private final Map<From, Scan> known = new HashMap<>();
  private long looked;

  CatchUpReader(EventHistory history, WatchSettings settings) {
    this.history = history;
    this.settings = settings;
  }

  /** From where the subscription stands, a bounded number of events, up to the head. */
  Scan scan(Watch watch, long head) {
    return known.computeIfAbsent(
        new From(watch.filter, watch.cursor),
        from ->
            history
                .after(from.cursor(), head, settings.batchEvents(), settings.batchBytes())
                .map(span -> scan(from.filter(), span))
                .orElse(Scan.COMPACTED));
  }

  private Scan scan(WatchFilter filter, EventHistory.Span span) {
    looked += span.entries().size();
    List<Event> found = new ArrayList<>();
    for (EventHistory.Entry entry : span.entries()) {
      if (filter.concerns(entry.event())) {
        found.add(entry.event());
      }
    }
    return new Scan(false, found.isEmpty() ? null : new EventBatch(found), span.through());
  }

  /** How many events were looked at in this round. */
  long looked() {
    return looked;
  }

  void clear() {
    known.clear();
    looked = 0;
  }
}
