package io.tenure.compare.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * A program that wants what others hold. It must not get it before they have released it, which the
 * guards of the keys notice, and must get it then.
 */
final class Strangers implements Worker.Listener, AutoCloseable {
  private static final double WAIT_SECONDS = 1;

  private final Place place;
  private final Tally tally;
  private final Connections connections;
  private final Crew crew;

  Strangers(Place place, List<Guard> wanted, Tally tally) throws Exception {
    this.place = place;
    this.tally = tally;
    connections = place.connect(1);
    List<Worker> workers = new ArrayList<>();
    for (Guard guard : wanted) {
      GuardedLock lock = new GuardedLock(connections.forWorker(0).mutex(guard.key()), guard, true);
      workers.add(new Worker(List.of(lock), () -> 0, tally, this));
    }
    crew = new Crew(workers);
  }

  /** Asks for all, and waits in vain for a while. */
  void ask() throws InterruptedException {
    crew.start();
    Pauses.seconds(WAIT_SECONDS);
    // Each ends with its first grant.
    crew.workers().forEach(Worker::stop);
  }

  /** What they asked for was released: waits until they have got it. */
  void awaitGrants() throws InterruptedException {
    crew.stop(place.patience(), tally);
  }

  @Override
  public void close() throws InterruptedException {
    connections.close();
  }

  @Override
  public void granted(Worker worker, GuardedLock lock, long sentNanos, long grantedNanos) {
    worker.stop();
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    // Once is enough.
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    tally.lostGrant(key, e);
  }
}
