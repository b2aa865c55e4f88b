package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.testkit.LockContract.Locks.Lease;
import io.tenure.testkit.LockContract.Locks.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that every lock client must pass. Extend this class and implement {@link #connect}. JUnit
 * and AssertJ must be on the class path.
 */
public abstract class LockContract {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final AtomicInteger KEYS = new AtomicInteger();

  private final String key = "/contract/" + KEYS.incrementAndGet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Locks one = Locks.NONE;
  private Locks two = Locks.NONE;

  /** Returns a new client, independent of all others, as if it were in another process. */
  protected abstract Locks connect(String name) throws Exception;

  /** A client under test. Each acquire has a new owner: locks are not re-entrant. */
  public interface Locks extends AutoCloseable {
    /** A placeholder before the first test. */
    Locks NONE =
        new Locks() {
          @Override
          public Optional<Lease> acquire(String key, Sharing sharing, Duration wait) {
            throw new IllegalStateException("not connected");
          }

          @Override
          public void crash() {}

          @Override
          public void close() {}
        };

    /** How a key is locked. */
    enum Sharing {
      EXCLUSIVE,
      SHARED,
      /** A semaphore with two permits. */
      TWO
    }

    /** A lock that is held. */
    interface Lease {
      long token();

      void release() throws Exception;
    }

    /** Returns empty if it was not granted in time. */
    Optional<Lease> acquire(String key, Sharing sharing, Duration wait) throws Exception;

    /** Ends without closing anything: the service notices by the session's expiry only. */
    void crash() throws Exception;

    @Override
    void close() throws Exception;
  }

  @BeforeEach
  final void connectBoth() throws Exception {
    one = connect("one");
    two = connect("two");
  }

  @AfterEach
  final void closeBoth() throws Exception {
    one.close();
    two.close();
    threads.shutdownNow();
  }

  private Optional<Lease> attempt(Locks by, Sharing sharing) throws Exception {
    return by.acquire(key, sharing, Duration.ZERO);
  }

  private Lease take(Locks by, Sharing sharing) throws Exception {
    return by.acquire(key, sharing, LONG).orElseThrow(() -> new AssertionError("not granted"));
  }

  private Future<Lease> takeLater(Locks by, Sharing sharing) {
    return threads.submit((Callable<Lease>) () -> take(by, sharing));
  }

  private static Lease get(Future<Lease> lease) throws Exception {
    return lease.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void heldKeyIsNotGrantedToAnother() throws Exception {
    Lease held = take(one, Sharing.EXCLUSIVE);

    assertThat(attempt(two, Sharing.EXCLUSIVE)).isEmpty();
    assertThat(attempt(one, Sharing.EXCLUSIVE)).isEmpty();
    held.release();
    assertThat(attempt(two, Sharing.EXCLUSIVE)).isPresent();
  }

  @Test
  void tokensGrow() throws Exception {
    long last = 0;
    for (int i = 0; i < 20; i++) {
      Lease lease = take(i % 2 == 0 ? one : two, Sharing.EXCLUSIVE);
      assertThat(lease.token()).isGreaterThan(last);
      last = lease.token();
      lease.release();
    }
  }

  @Test
  void onlyOneIsInsideAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger violations = new AtomicInteger();
    AtomicLong highest = new AtomicLong();
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Locks by = i % 2 == 0 ? one : two;
      workers.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 25; round++) {
                  Lease lease = take(by, Sharing.EXCLUSIVE);
                  boolean grew = highest.getAndAccumulate(lease.token(), Math::max) < lease.token();
                  if (inside.incrementAndGet() != 1 || !grew) {
                    violations.incrementAndGet();
                  }
                  inside.decrementAndGet();
                  lease.release();
                }
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      worker.get(2 * LONG.toSeconds(), TimeUnit.SECONDS);
    }

    assertThat(violations).hasValue(0);
  }

  @Test
  void waitingRequestIsGrantedWhenItsTurnComes() throws Exception {
    Lease held = take(one, Sharing.EXCLUSIVE);
    Future<Lease> waits = takeLater(two, Sharing.EXCLUSIVE);

    held.release();

    assertThat(get(waits).token()).isGreaterThan(held.token());
  }

  @Test
  void requestThatTimedOutHoldsNothingAndBlocksNobody() throws Exception {
    Lease held = take(one, Sharing.EXCLUSIVE);

    assertThat(two.acquire(key, Sharing.EXCLUSIVE, Duration.ofMillis(100))).isEmpty();
    held.release();

    assertThat(attempt(one, Sharing.EXCLUSIVE)).isPresent();
  }

  @Test
  void readersShareAndKeepWritersOut() throws Exception {
    Lease reader = take(one, Sharing.SHARED);
    Lease other = take(two, Sharing.SHARED);

    assertThat(attempt(two, Sharing.EXCLUSIVE)).isEmpty();
    reader.release();
    assertThat(attempt(two, Sharing.EXCLUSIVE)).isEmpty();
    other.release();
    assertThat(attempt(two, Sharing.EXCLUSIVE)).isPresent();
  }

  @Test
  void writerIsNotStarvedByReadersThatKeepComing() throws Exception {
    Lease reader = take(one, Sharing.SHARED);
    Future<Lease> writer = takeLater(two, Sharing.EXCLUSIVE);
    List<Lease> late = new ArrayList<>();
    while (true) {
      Optional<Lease> overtaking = attempt(one, Sharing.SHARED);
      if (overtaking.isEmpty()) {
        break; // The writer waits, and later readers wait behind it.
      }
      late.add(overtaking.get());
    }

    reader.release();
    for (Lease each : late) {
      each.release();
    }

    get(writer).release();
  }

  @Test
  void semaphoreGivesAsManyPermitsAsItHas() throws Exception {
    Lease first = take(one, Sharing.TWO);
    take(two, Sharing.TWO);

    assertThat(attempt(one, Sharing.TWO)).isEmpty();
    first.release();
    assertThat(attempt(one, Sharing.TWO)).isPresent();
  }

  @Test
  void releasingTwiceHarmsNobody() throws Exception {
    Lease first = take(one, Sharing.EXCLUSIVE);
    first.release();
    Lease second = take(two, Sharing.EXCLUSIVE);

    first.release();

    assertThat(attempt(one, Sharing.EXCLUSIVE)).isEmpty();
    second.release();
  }

  @Test
  void crashedHolderIsFollowedByTheNext() throws Exception {
    Locks doomed = connect("doomed");
    long token = take(doomed, Sharing.EXCLUSIVE).token();

    doomed.crash();

    assertThat(take(one, Sharing.EXCLUSIVE).token()).isGreaterThan(token);
  }

  @Test
  void crashedWaiterDelaysNobodyForLong() throws Exception {
    Lease held = take(one, Sharing.EXCLUSIVE);
    Locks doomed = connect("doomed");
    Future<Lease> dead = takeLater(doomed, Sharing.EXCLUSIVE);
    CompletableFuture<Void> crashed =
        CompletableFuture.runAsync(
            () -> {
              try {
                doomed.crash();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            threads);
    Future<Lease> alive = takeLater(two, Sharing.EXCLUSIVE);

    held.release();
    crashed.get(LONG.toSeconds(), TimeUnit.SECONDS);

    get(alive).release();
    dead.cancel(true);
  }
}
