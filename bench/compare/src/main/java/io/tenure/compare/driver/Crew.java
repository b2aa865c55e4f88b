package io.tenure.compare.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Workers, each on a thread of its own. */
final class Crew {
  private final List<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();

  Crew(List<Worker> workers) {
    this.workers = workers;
    for (int i = 0; i < workers.size(); i++) {
      Thread thread = new Thread(workers.get(i), "worker-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  List<Worker> workers() {
    return workers;
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Waits until each has acquired and released once, by which time all that connect when they are
   * first used are connected.
   *
   * @return how many have not within the limit
   */
  long awaitFirstPairs(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    long late = 0;
    for (Worker worker : workers) {
      if (!worker.firstPair().await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        late++;
      }
    }
    return late;
  }

  /** Lets each finish what it is at; one that has not come back by then is a key that is stuck. */
  void stop(Duration limit, Tally tally) throws InterruptedException {
    stop(limit, name -> tally.stuck(name + ": no answer for " + limit.toSeconds() + " s"));
  }

  /**
   * Lets each finish what it is at.
   *
   * @param late is told the name of each that has not come back by then
   */
  void stop(Duration limit, Consumer<String> late) throws InterruptedException {
    workers.forEach(Worker::stop);
    long deadline = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      long leftMillis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      thread.join(Math.max(1, leftMillis));
      if (thread.isAlive()) {
        late.accept(thread.getName());
        thread.interrupt();
      }
    }
  }
}
