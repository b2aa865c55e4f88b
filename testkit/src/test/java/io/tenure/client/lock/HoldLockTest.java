package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.Hold;
import io.tenure.client.HoldLock;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.error.DeadlockException;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds as {@code java.util.concurrent} locks, and re-entry by the thread that has them. */
@SuppressWarnings("LockNotBeforeTry") // The tests are about where they are released.
final class HoldLockTest {
  private static final TestServer server = SharedServer.get();

  private Tenure tenure;
  private Tenure elsewhere;
  private ExecutorService threads;

  @BeforeEach
  void connect() {
    tenure = server.connect();
    elsewhere = server.connect();
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void disconnect() {
    threads.shutdownNow();
    tenure.close();
    elsewhere.close();
  }

  /** Tries on another thread, and unlocks again. */
  private boolean isFree(Lock lock) throws Exception {
    return onAnother(
        () -> {
          boolean free = lock.tryLock();
          if (free) {
            lock.unlock();
          }
          return free;
        });
  }

  private <T> T onAnother(Callable<T> task) throws Exception {
    return threads.submit(task).get(30, TimeUnit.SECONDS);
  }

  @Test
  void lockIsReentrantAndBoundToItsThread() throws Exception {
    HoldLock lock = tenure.lock("/juc").asLock();

    lock.lock();
    lock.lock();
    assertThat(lock.isValid()).isTrue();
    assertThat(lock.token()).isPositive();
    threads
        .submit(
            () -> {
              assertThat(lock.tryLock()).isFalse();
              assertThat(lock.tryLock(50, TimeUnit.MILLISECONDS)).isFalse();
              assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
              return null;
            })
        .get();
    lock.unlock();
    assertThat(elsewhere.lock("/juc").tryAcquire()).isEmpty();
    lock.unlock();

    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    assertThat(elsewhere.lock("/juc").tryAcquire()).isPresent();
  }

  @Test
  void threadsOfOneNamedOwnerExcludeEachOther() throws Exception {
    HoldLock lock = tenure.lock("/juc-owner").owner("billing").asLock();
    ReadWriteLock locks = tenure.lock("/juc-owner-rw").owner("billing").asReadWriteLock();

    lock.lock();
    locks.writeLock().lock();

    assertThat(threads.submit(() -> lock.tryLock()).get()).isFalse();
    assertThat(threads.submit(() -> locks.readLock().tryLock()).get()).isFalse();
    assertThat(tenure.get("/juc-owner").holds().get(0).owner()).startsWith("billing/thread-");
    lock.unlock();
    locks.writeLock().unlock();
    assertThatThrownBy(() -> tenure.lock("/a").owner("o".repeat(102)).asLock())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("owner of a Lock: 102 bytes (expected: 1 to 101 bytes)");
  }

  @Test
  void lockTakesInterruptionAsItsContractSays() throws Exception {
    HoldLock lock = tenure.lock("/juc-interrupted").asLock();

    Thread.currentThread().interrupt();
    assertThat(lock.tryLock()).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    lock.unlock();

    assertThat(elsewhere.lock("/juc-interrupted").tryAcquire()).isPresent();
  }

  @Test
  void readWriteLockLetsReadersInTogether() throws Exception {
    ReadWriteLock locks = tenure.lock("/juc-rw").asReadWriteLock();
    Lock read = locks.readLock();
    Lock write = locks.writeLock();

    read.lock();
    assertThat(threads.submit(() -> read.tryLock()).get()).isTrue();
    assertThat(threads.submit(() -> write.tryLock()).get()).isFalse();
    read.unlock();
  }

  @Test
  void writerMayReadAndGoOnReadingWhenItHasWritten() throws Exception {
    ReadWriteLock here = tenure.lock("/rw/down").asReadWriteLock();
    ReadWriteLock there = elsewhere.lock("/rw/down").asReadWriteLock();

    here.writeLock().lock();
    here.readLock().lock();
    assertThat(isFree(there.readLock())).isFalse();
    assertThat(isFree(here.readLock())).isFalse();
    here.writeLock().unlock();

    assertThat(isFree(there.readLock())).isTrue();
    assertThat(isFree(here.readLock())).isTrue();
    assertThat(isFree(there.writeLock())).isFalse();
    assertThat(isFree(here.writeLock())).isFalse();
    here.readLock().unlock();
    assertThat(isFree(there.writeLock())).isTrue();
  }

  @Test
  void onlyReaderMayWrite() throws Exception {
    ReadWriteLock here = tenure.lock("/rw/up").asReadWriteLock();
    ReadWriteLock there = elsewhere.lock("/rw/up").asReadWriteLock();

    here.readLock().lock();
    here.writeLock().lock();
    assertThat(isFree(there.readLock())).isFalse();
    here.readLock().unlock();
    assertThat(isFree(there.readLock())).isFalse();
    here.writeLock().unlock();

    assertThat(isFree(there.writeLock())).isTrue();
  }

  @Test
  void readerThatWantsToWriteWaitsForTheOtherReaders() throws Exception {
    ReadWriteLock here = tenure.lock("/rw/wait").asReadWriteLock();
    Hold other = elsewhere.lock("/rw/wait").shared().acquire();

    here.readLock().lock();
    assertThat(here.writeLock().tryLock()).isFalse();
    assertThat(here.writeLock().tryLock(20, TimeUnit.MILLISECONDS)).isFalse();
    other.release();

    assertThat(here.writeLock().tryLock(30, TimeUnit.SECONDS)).isTrue();
    here.writeLock().unlock();
    here.readLock().unlock();
  }

  @Test
  void secondOfTwoReadersThatWantToWriteIsToldOfTheDeadlock() throws Exception {
    ReadWriteLock here = tenure.lock("/rw/dead").asReadWriteLock();
    ReadWriteLock there = elsewhere.lock("/rw/dead").asReadWriteLock();
    here.readLock().lock();
    Future<Boolean> writes =
        threads.submit(
            () -> {
              there.readLock().lock();
              there.writeLock().lock();
              there.writeLock().unlock();
              there.readLock().unlock();
              return true;
            });
    Await.until("the first one waits", () -> tenure.get("/rw/dead").waiting() == 1);

    assertThatExceptionOfType(DeadlockException.class).isThrownBy(here.writeLock()::lock);
    assertThatExceptionOfType(DeadlockException.class)
        .isThrownBy(here.writeLock()::lockInterruptibly);
    assertThat(here.writeLock().tryLock()).isFalse();
    assertThat(writes.isDone()).isFalse();
    here.readLock().unlock();

    assertThat(writes.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void readerWithAWriterBehindItIsToldOfTheDeadlock() throws Exception {
    ReadWriteLock here = tenure.lock("/rw/behind").asReadWriteLock();
    Lock there = elsewhere.lock("/rw/behind").asReadWriteLock().writeLock();
    here.readLock().lock();
    Future<Boolean> writes =
        threads.submit(
            () -> {
              there.lock();
              there.unlock();
              return true;
            });
    Await.until("the writer waits", () -> tenure.get("/rw/behind").waiting() == 1);

    assertThatExceptionOfType(DeadlockException.class).isThrownBy(here.writeLock()::lock);
    here.readLock().lock(); // It has that already, and overtakes nobody.
    here.readLock().unlock();
    here.readLock().unlock();

    assertThat(writes.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void neitherHasConditions() {
    ReadWriteLock locks = tenure.lock("/rw/conditions").asReadWriteLock();

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(locks.readLock()::newCondition);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(locks.writeLock()::newCondition);
  }
}
