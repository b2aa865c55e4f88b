package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/** Counts revisions and collects the events of the command that is being applied. */
final class Journal {
  private long revision;
  private final ArrayList<Event> events = new ArrayList<>();

  Journal(long revision) {
    this.revision = revision;
  }

  long revision() {
    return revision;
  }

  /** The revision that the next event gets. */
  long next() {
    return revision + 1;
  }

  void raiseTo(long raised) {
    Invariant.check(raised > revision, "a revision only grows");
    revision = raised;
  }

  void add(Event event) {
    Invariant.check(event.revision() == revision + 1, "revisions have no gap");
    Invariant.check(event.revision() <= Limits.MAX_REVISION, "revisions are used up");
    revision = event.revision();
    events.add(event);
  }

  List<Event> drain() {
    if (events.isEmpty()) {
      return List.of();
    }
    List<Event> drained = List.copyOf(events);
    events.clear();
    return drained;
  }
}
