package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.UnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock of the service as a {@link Lock}: re-entrant, and bound to the thread that locked it. It
 * throws the exceptions of {@link LockRequest#acquire()}. If a thread that does not hold the lock
 * unlocks it, it throws {@link IllegalMonitorStateException}. To unlock a lock that was lost only
 * ends it in this process.
 */
public final class HoldLock implements Lock {
  private static final Duration LONGEST = Duration.ofDays(1);

  private final LockRequest request;
  private final Map<Thread, ThreadHold> held = new ConcurrentHashMap<>();

  private static final class ThreadHold {
    private final Hold hold;
    private int count = 1;

    ThreadHold(Hold hold) {
      this.hold = hold;
    }
  }

  HoldLock(LockRequest request) {
    this.request = request;
  }

  /**
   * Returns the fencing token of the calling thread's hold.
   *
   * @throws IllegalMonitorStateException if the thread does not hold the lock
   */
  public long token() {
    return mine().hold.token();
  }

  /** Returns whether the calling thread holds the lock and has not lost it. */
  public boolean isValid() {
    ThreadHold own = held.get(Thread.currentThread());
    return own != null && own.hold.isValid();
  }

  /**
   * Waits as long as the session lives, regardless of interrupts; the interrupt status is restored
   * afterwards.
   *
   * @throws SessionLostException if the session ends meanwhile
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   */
  @Override
  public void lock() {
    if (!reenter()) {
      take(own().acquireUninterruptibly());
    }
  }

  /**
   * Waits as long as the session lives.
   *
   * @throws SessionLostException if the session ends meanwhile
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted before or meanwhile; the request is withdrawn
   */
  @Override
  public void lockInterruptibly() throws InterruptedException {
    requireNotInterrupted();
    if (!reenter()) {
      take(own().acquire());
    }
  }

  private static void requireNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private LockRequest own() {
    return request.forThread(Thread.currentThread());
  }

  /**
   * Takes the lock if it is free, regardless of interrupts.
   *
   * @return false if the lock is not free
   * @throws SessionLostException if the session ends meanwhile
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   */
  @Override
  public boolean tryLock() {
    if (reenter()) {
      return true;
    }
    try {
      take(own().waitUpTo(Duration.ZERO).acquireUninterruptibly());
      return true;
    } catch (NotAcquiredException e) {
      return false;
    }
  }

  /**
   * Waits at most for the given time, and never for longer than one day. {@link
   * LockRequest#waitUpTo} says how long the call takes if the service is unreachable.
   *
   * @return false if the lock did not become free in time
   * @throws SessionLostException if the session ends meanwhile
   * @throws UnavailableException if the service is unreachable
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted before or meanwhile; the request is withdrawn
   */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    requireNotInterrupted();
    if (reenter()) {
      return true;
    }
    long millis = Math.min(LONGEST.toMillis(), Math.max(0, unit.toMillis(time)));
    LockRequest limited = own().waitUpTo(Duration.ofMillis(time > 0 ? Math.max(1, millis) : 0));
    try {
      take(limited.acquire());
      return true;
    } catch (NotAcquiredException e) {
      return false;
    }
  }

  private void take(Hold granted) {
    held.put(Thread.currentThread(), new ThreadHold(granted));
  }

  /** A hold that was lost is not entered again: it would protect nothing. */
  private boolean reenter() {
    ThreadHold own = held.get(Thread.currentThread());
    if (own == null) {
      return false;
    }
    if (!own.hold.isValid()) {
      throw new IllegalStateException(
          "the hold of this lock is lost: unlock it before locking it again");
    }
    own.count++;
    return true;
  }

  /**
   * Releases the lock and waits for the service to confirm it, like {@link Hold#release}. If the
   * thread is interrupted or no answer comes in time, the release continues in the background; the
   * thread no longer holds the lock in either case.
   *
   * @throws IndeterminateException if no answer came in time
   * @throws IllegalMonitorStateException if the thread does not hold the lock
   */
  @Override
  public void unlock() {
    ThreadHold own = mine();
    own.count--;
    if (own.count == 0) {
      held.remove(Thread.currentThread());
      own.hold.release();
    }
  }

  private ThreadHold mine() {
    ThreadHold own = held.get(Thread.currentThread());
    if (own == null) {
      throw new IllegalMonitorStateException("the calling thread does not hold this lock");
    }
    return own;
  }

  /**
   * Not supported.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("conditions are not supported by a distributed lock");
  }
}
