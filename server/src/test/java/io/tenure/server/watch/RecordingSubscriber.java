package io.tenure.server.watch;

import io.tenure.core.model.Event;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told. For one thread. */
class RecordingSubscriber implements Subscriber {
  boolean ready = true;

  /** Everything in order, as a person would say it. */
  final List<String> notices = new ArrayList<>();

  final List<EventBatch> batches = new ArrayList<>();

  @Override
  public boolean ready() {
    return ready;
  }

  @Override
  public void started(long after) {
    notices.add("started after " + after);
  }

  @Override
  public void events(EventBatch batch) {
    batches.add(batch);
    batch.events().forEach(event -> notices.add("event " + event.revision()));
  }

  @Override
  public void progress(long revision) {
    notices.add("progress to " + revision);
  }

  @Override
  public void ended(WatchEnd end) {
    notices.add("ended " + end.reason() + " at " + end.revision());
  }

  List<Event> events() {
    return batches.stream().flatMap(batch -> batch.events().stream()).toList();
  }

  List<Long> revisions() {
    return events().stream().map(Event::revision).toList();
  }
}
