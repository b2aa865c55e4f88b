package io.tenure.raft.kraft.world;

import java.util.PriorityQueue;

/** The world's time, in microseconds, and what is to happen when. */
final class Timeline {
  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long numbers;

  long now() {
    return now;
  }

  void after(long micros, Runnable action) {
    events.add(new Event(now + Math.max(0, micros), numbers++, action));
  }

  /** Runs the next event; false if there is none before the given time. */
  boolean next(long until) {
    Event event = events.peek();
    if (event == null || event.at() > until) {
      now = Math.max(now, until);
      return false;
    }
    events.remove();
    now = event.at();
    event.action().run();
    return true;
  }
}
