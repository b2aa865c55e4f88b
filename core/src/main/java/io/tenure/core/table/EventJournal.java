package io.tenure.core.table;

import io.tenure.core.model.Event;
import io.tenure.core.model.Limits;
import java.util.ArrayList;
import java.util.List;

/** Counts revisions and collects the events of the command that is being applied. */
public final class EventJournal {
  private long revision;
  private final ArrayList<Event> events = new ArrayList<>();

  public EventJournal(long revision) {
    this.revision = revision;
  }

  public long revision() {
    return revision;
  }

  /** The revision that the next event gets. */
  public long next() {
    return revision + 1;
  }

  public void raiseTo(long raised) {
    Invariant.check(raised > revision, "revisions only grow");
    revision = raised;
  }

  void add(Event event) {
    Invariant.check(event.revision() == revision + 1, "revisions have no gap");
    Invariant.check(event.revision() <= Limits.MAX_REVISION, "revisions are used up");
    revision = event.revision();
    events.add(event);
  }

  public List<Event> drain() {
    if (events.isEmpty()) {
      return List.of();
    }
    List<Event> drained = List.copyOf(events);
    events.clear();
    return drained;
  }
}
