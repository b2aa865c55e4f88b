package io.tenure.bench.load;

import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Takes keys and gives them back at a fixed rate, and measures how long after that the watchers
 * hear of it. Every pair is two events; the number of its acquire, which both bear, tells when they
 * were caused and acknowledged.
 */
final class WatchLoad implements PairListener {
  /** Enough for the pairs of some 30 seconds at 1,000 events a second. */
  private static final int REMEMBERED = 1 << 16;

  private static final int MAX_PAIRS_UNDER_WAY = 4_096;

  private final Session session;
  private final List<LoadKey> keys;
  private final double pairsPerNano;
  private final List<Watcher> watchers = new ArrayList<>();
  private final ArrayDeque<Worker> idle = new ArrayDeque<>();
  private final Times acquires = new Times();
  private final Times releases = new Times();
  private final Latencies sinceSent = new Latencies();
  private final Latencies sinceAcknowledged = new Latencies();
  private boolean running;
  private long startNanos;
  private long issued;
  private long events;
  private long deliveries;
  private long allEvents;
  private long allDeliveries;

  /** When requests were sent and acknowledged, by the number of the acquire of their pair. */
  private static final class Times {
    private final long[] sentNanos = new long[REMEMBERED];
    private final long[] acknowledgedNanos = new long[REMEMBERED];

    void sent(long number, long nanos) {
      sentNanos[(int) (number & (REMEMBERED - 1))] = nanos;
      acknowledgedNanos[(int) (number & (REMEMBERED - 1))] = 0;
    }

    void acknowledged(long number, long nanos) {
      acknowledgedNanos[(int) (number & (REMEMBERED - 1))] = nanos;
    }

    long sinceSent(long number, long nowNanos) {
      return nowNanos - sentNanos[(int) (number & (REMEMBERED - 1))];
    }

    /** 0 if the acknowledgement has yet to come. */
    long sinceAcknowledged(long number, long nowNanos) {
      long nanos = acknowledgedNanos[(int) (number & (REMEMBERED - 1))];
      return nanos == 0 ? 0 : nowNanos - nanos;
    }
  }

  WatchLoad(Session session, List<LoadKey> keys, double eventsPerSecond) {
    this.session = session;
    this.keys = List.copyOf(keys);
    this.pairsPerNano = eventsPerSecond / 2 / TimeUnit.SECONDS.toNanos(1);
    for (int i = 0; i < MAX_PAIRS_UNDER_WAY; i++) {
      idle.add(new Worker(session, "producer-" + i, this));
    }
  }

  void watch(Lane lane, LoadKey key) {
    Watcher watcher = new Watcher(lane, key.target.getKey(), this);
    watchers.add(watcher);
    lane.submit(watcher);
  }

  boolean allWatch() {
    return watchers.stream().allMatch(Watcher::isStarted);
  }

  void start() {
    running = true;
    startNanos = System.nanoTime();
    session.lane.loop().every(1, this::produce);
  }

  void stop() {
    running = false;
  }

  /** Whether, after it was stopped, everything has been released and delivered. */
  boolean isQuiet() {
    return idle.size() == MAX_PAIRS_UNDER_WAY && missing() == 0;
  }

  private void produce() {
    long due = (long) ((System.nanoTime() - startNanos) * pairsPerNano);
    while (running && issued < due && !idle.isEmpty()) {
      Worker worker = idle.remove();
      worker.acquire(keys.get((int) (issued++ % keys.size())));
      acquires.sent(worker.acquireNumber(), worker.submittedNanos);
    }
  }

  @Override
  public void granted(Worker worker, Link from, long nowNanos) {
    acquires.acknowledged(worker.acquireNumber(), nowNanos);
    worker.release();
    releases.sent(worker.acquireNumber(), worker.submittedNanos);
    happened();
  }

  @Override
  public void released(Worker worker, long nowNanos) {
    releases.acknowledged(worker.acquireNumber(), nowNanos);
    idle.add(worker);
    happened();
  }

  private void happened() {
    events++;
    allEvents++;
  }

  void delivered(Event event, long nowNanos) {
    if (event.getSession() != session.id()) {
      return;
    }
    if (event.getKind() != EventKind.GRANTED && event.getKind() != EventKind.RELEASED) {
      session.lane.fail("unexpected event: " + event);
      return;
    }
    Times times = event.getKind() == EventKind.GRANTED ? acquires : releases;
    sinceSent.record(times.sinceSent(event.getRequest(), nowNanos));
    sinceAcknowledged.record(times.sinceAcknowledged(event.getRequest(), nowNanos));
    deliveries++;
    allDeliveries++;
  }

  void reset() {
    sinceSent.reset();
    sinceAcknowledged.reset();
    events = 0;
    deliveries = 0;
  }

  Latencies sinceSent() {
    return sinceSent;
  }

  Latencies sinceAcknowledged() {
    return sinceAcknowledged;
  }

  long events() {
    return events;
  }

  long deliveries() {
    return deliveries;
  }

  /** What was acknowledged since the start and some watcher has yet to hear of. */
  long missing() {
    return allEvents * (watchers.size() / keys.size()) - allDeliveries;
  }
}
