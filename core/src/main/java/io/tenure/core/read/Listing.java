package io.tenure.core.read;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of the keys at which something is held or waits, gathered from records that come in any
 * order. Keeps no more keys than the page has: the last one makes way for one that comes before it.
 * A key that was dropped cannot come back with some of its records missing, because it is behind
 * every key that is kept from then on.
 */
public final class Listing {
  private final @Nullable Key prefix;
  private final @Nullable Key after;
  private final int maxKeys;
  private final TreeMap<Key, Row> rows = new TreeMap<>();

  public Listing(@Nullable Key prefix, @Nullable Key after, int maxKeys) {
    this.prefix = prefix;
    this.after = after;
    this.maxKeys = maxKeys;
  }

  public void add(Hold hold) {
    for (Target target : hold.targets()) {
      Row row = row(target.key());
      if (row != null) {
        row.holds.add(hold);
      }
    }
  }

  public void add(WaitingRequest request) {
    for (Target target : request.targets()) {
      Row row = row(target.key());
      if (row != null) {
        row.waiting.add(request);
      }
    }
  }

  /** Where the records of a key go, or null if it is not on the page. */
  private @Nullable Row row(Key key) {
    if (!isAsked(key)) {
      return null;
    }
    boolean full = rows.size() >= maxKeys;
    if (full && (maxKeys < 1 || key.compareTo(rows.lastKey()) > 0)) {
      return null;
    }
    Row row = rows.get(key);
    if (row == null) {
      row = new Row();
      rows.put(key, row);
      if (full) {
        rows.pollLastEntry();
      }
    }
    return row;
  }

  private boolean isAsked(Key key) {
    boolean below = prefix == null || prefix.equals(key) || prefix.isAncestorOf(key);
    return below && (after == null || key.compareTo(after) > 0);
  }

  public List<KeyStanding> page(int maxWaiters) {
    List<KeyStanding> page = new ArrayList<>(rows.size());
    rows.forEach((key, row) -> page.add(row.standing(key, maxWaiters)));
    return List.copyOf(page);
  }

  /** What was found at one key, in no order yet. */
  private static final class Row {
    private final List<Hold> holds = new ArrayList<>(1);
    private final List<WaitingRequest> waiting = new ArrayList<>(0);

    KeyStanding standing(Key key, int maxWaiters) {
      holds.sort(Comparator.comparingLong(Hold::token));
      waiting.sort(WaitingRequest.QUEUE_ORDER);
      int named = Math.max(0, Math.min(maxWaiters, waiting.size()));
      return new KeyStanding(
          key, List.copyOf(holds), List.copyOf(waiting.subList(0, named)), waiting.size());
    }
  }
}
