package io.tenure.compare.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.system.LockSystem.Feature;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A running system and two clients, to check what the bench expects of every system. */
final class SystemContract implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ROUNDS = 150;

  private final LockSystem system;
  private final RunningSystem running;
  private final List<LockClient> programs = new ArrayList<>();
  private final List<ExecutorService> workers =
      List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());

  private SystemContract(LockSystem system, RunningSystem running) {
    this.system = system;
    this.running = running;
  }

  static SystemContract start(LockSystem system, Path directory) throws Exception {
    SystemContract contract = new SystemContract(system, system.start(directory));
    try {
      contract.programs.add(system.connect(contract.running.endpoints()));
      contract.programs.add(system.connect(contract.running.endpoints()));
      return contract;
    } catch (Exception e) {
      contract.close();
      throw e;
    }
  }

  /** A kind of lock. */
  @FunctionalInterface
  interface Locks {
    LockHandle handle(LockClient client, String key) throws Exception;
  }

  /**
   * Lets two workers increment a counter under a lock.
   *
   * @param otherProgram 0 if both use the same client, 1 if each has its own
   */
  void requireThatWorkersTakeTurns(String key, Locks locks, int otherProgram) throws Exception {
    // Not thread-safe, so that a second concurrent holder would be noticed.
    long[] counterAndToken = {0, 0};
    List<Future<?>> turns = new ArrayList<>();
    for (int worker = 0; worker < workers.size(); worker++) {
      LockClient program = programs.get(worker * otherProgram);
      turns.add(submit(worker, () -> takeTurns(locks.handle(program, key), counterAndToken)));
    }
    for (Future<?> turn : turns) {
      turn.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(counterAndToken[0]).isEqualTo(2L * ROUNDS);
  }

  private boolean takeTurns(LockHandle handle, long[] counterAndToken) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      long token = handle.acquire();
      long before = counterAndToken[0];
      if (system.features().contains(Feature.TOKEN)) {
        assertThat(token).isGreaterThan(counterAndToken[1]);
      }
      counterAndToken[1] = token;
      counterAndToken[0] = before + 1;
      assertThat(handle.isHeldByService()).isTrue();
      handle.release();
    }
    return true;
  }

  void requireThatReadersExcludeWritersOnly() throws Exception {
    AtomicInteger readers = new AtomicInteger();
    LockHandle first = programs.get(0).shared("readers");
    LockHandle second = programs.get(1).shared("readers");
    perform(0, () -> first.acquire() + readers.incrementAndGet());
    perform(1, () -> second.acquire() + readers.incrementAndGet());
    perform(0, () -> requireKnown(first));
    perform(1, () -> requireKnown(second));
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      LockHandle exclusive = programs.get(1).exclusive("readers");
      Future<Integer> readersSeen =
          writer.submit(
              () -> {
                exclusive.acquire();
                int seen = readers.get();
                exclusive.release();
                return seen;
              });
      perform(0, () -> release(first, readers));
      perform(1, () -> release(second, readers));
      assertThat(readersSeen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isZero();
    } finally {
      writer.shutdownNow();
    }
  }

  private static boolean requireKnown(LockHandle handle) throws Exception {
    assertThat(handle.isHeldByService()).isTrue();
    return true;
  }

  private static boolean release(LockHandle handle, AtomicInteger readers) throws Exception {
    readers.decrementAndGet();
    handle.release();
    return true;
  }

  void requireThatWatchersAreTold() throws Exception {
    AtomicInteger changes = new AtomicInteger();
    LockHandle handle = programs.get(0).mutex("watched");
    programs.get(1).watch("watched", changes::incrementAndGet);
    perform(0, handle::acquire);
    awaitAtLeast(1, changes);
    perform(0, () -> release(handle, new AtomicInteger()));
    awaitAtLeast(2, changes);
  }

  private static void awaitAtLeast(int count, AtomicInteger counter) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (counter.get() < count && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(counter.get()).isGreaterThanOrEqualTo(count);
  }

  /** Twice, so that the restarted server is needed the second time. */
  void requireThatItSurvivesItsLeader() throws Exception {
    int servers = running.processes().size();
    for (int i = 0; i < 2; i++) {
      LockHandle handle = programs.get(0).mutex("survivor");
      perform(0, handle::acquire);
      perform(0, () -> release(handle, new AtomicInteger()));

      ProcessHandle leader = running.leader().orElseThrow();
      assertThat(leader.destroyForcibly()).isTrue();
      leader.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      LockHandle after = programs.get(1).mutex("survivor");
      perform(1, () -> acquireAtLast(after));
      assertThat(running.processes()).hasSize(servers - 1);

      running.restartDeadServers();
      assertThat(running.processes()).hasSize(servers);
      assertThat(running.leader().orElseThrow().isAlive()).isTrue();
    }
  }

  /** Operations during the failover may fail. */
  private static boolean acquireAtLast(LockHandle handle) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        handle.acquire();
        handle.release();
        return true;
      } catch (Exception e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  private <T> Future<T> submit(int worker, Callable<T> work) {
    return workers.get(worker).submit(work);
  }

  private <T> void perform(int worker, Callable<T> work) throws Exception {
    submit(worker, work).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    List<ProcessHandle> processes = running.processes();
    try {
      for (LockClient program : programs) {
        program.close();
      }
    } finally {
      workers.forEach(ExecutorService::shutdownNow);
      running.close();
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }
}
