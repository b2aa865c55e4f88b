package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.FaultCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts and stops workers, each on a daemon thread of its own. */
final class WorkerGroup {
  private final List<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();

  WorkerGroup(List<Worker> workers) {
    this.workers = List.copyOf(workers);
    for (int i = 0; i < workers.size(); i++) {
      Thread thread = new Thread(workers.get(i), "worker-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** The sum of what the workers have counted. */
  long counted() {
    return workers.stream().mapToLong(worker -> worker.counted().sum()).sum();
  }

  /** The fastest worker by the slowest; a worker without any operation counts as one with one. */
  double fairness() {
    long fastest = workers.stream().mapToLong(worker -> worker.counted().sum()).max().orElse(0);
    long slowest = workers.stream().mapToLong(worker -> worker.counted().sum()).min().orElse(0);
    return (double) fastest / Math.max(1, slowest);
  }

  /**
   * Waits until each has acquired and released once. By then all clients that connect on their
   * first call are connected.
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

  /** Asks each to stop after its current pair, without waiting. */
  void stopSoon() {
    workers.forEach(Worker::stop);
  }

  /** Stops each after its current pair. A worker that does not return in time has a stuck key. */
  void stop(Duration limit, FaultCounter faults) throws InterruptedException {
    stop(limit, name -> faults.stuck(name + ": no answer within " + limit.toSeconds() + " s"));
  }

  /**
   * Stops each after its current pair.
   *
   * @param late receives the name of each worker that has not returned in time
   */
  void stop(Duration limit, Consumer<String> late) throws InterruptedException {
    stopSoon();
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
