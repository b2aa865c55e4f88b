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
 * A lock of the service as a {@link Lock}: re-entrant, and bound to the thread that took it.
 * Exceptions are those of {@link LockRequest#acquire()}. Unlocking by a thread that does not have
 * it throws {@link IllegalMonitorStateException}; unlocking what was lost does nothing but end it
 * here.
 */
public final class HoldLock implements Lock {
  private static final Duration LONGEST = Duration.ofDays(1);

  private final LockRequest request;
  private final Map<Thread, Taken> taken = new ConcurrentHashMap<>();

  private static final class Taken {
    private final Hold hold;
    private int count = 1;

    Taken(Hold hold) {
      this.hold = hold;
    }
  }

  HoldLock(LockRequest request) {
    this.request = request;
  }

  /**
   * The fencing token of the calling thread's hold.
   *
   * @throws IllegalMonitorStateException if the thread does not have the lock
   */
  public long token() {
    return mine().hold.token();
  }

  /** Whether the calling thread has the lock, and it is not lost. */
  public boolean isValid() {
    Taken own = taken.get(Thread.currentThread());
    return own != null && own.hold.isValid();
  }

  /**
   * Waits for as long as the session lives, however often the thread is interrupted; its interrupt
   * status is set again after.
   *
   * @throws SessionLostException if the session is lost meanwhile
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   */
  @Override
  public void lock() {
    if (!reenter()) {
      take(own().acquireUninterruptibly());
    }
  }

  /**
   * Waits for as long as the session lives.
   *
   * @throws SessionLostException if the session is lost meanwhile
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted, before or meanwhile; it is withdrawn then
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
   * False if it is not free. Whether the thread is interrupted does not matter.
   *
   * @throws SessionLostException if the session is lost meanwhile
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
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
   * Waits for so long at most, but never for longer than a day; see {@link LockRequest#waitUpTo}
   * for how long it takes if the service cannot be reached.
   *
   * @return false if it was not free in time
   * @throws SessionLostException if the session is lost meanwhile
   * @throws UnavailableException if the service cannot be reached
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted, before or meanwhile; it is withdrawn then
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
    taken.put(Thread.currentThread(), new Taken(granted));
  }

  /** A hold that was lost is not entered again: it would protect nothing. */
  private boolean reenter() {
    Taken own = taken.get(Thread.currentThread());
    if (own == null) {
      return false;
    }
    if (!own.hold.isValid()) {
      throw new IllegalStateException("the lock is lost; unlock it first");
    }
    own.count++;
    return true;
  }

  /**
   * Gives it back and waits for the service to say so, as {@link Hold#release} does. If the thread
   * is interrupted, or no answer comes in time, it is given back in the background; either way the
   * thread has it no longer. If it was lost this only ends it here.
   *
   * @throws IndeterminateException if no answer came in time
   * @throws IllegalMonitorStateException if the thread does not have the lock
   */
  @Override
  public void unlock() {
    Taken own = mine();
    own.count--;
    if (own.count == 0) {
      taken.remove(Thread.currentThread());
      own.hold.release();
    }
  }

  private Taken mine() {
    Taken own = taken.get(Thread.currentThread());
    if (own == null) {
      throw new IllegalMonitorStateException("this thread does not have the lock");
    }
    return own;
  }

  /** There are none. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a lock of the service has no conditions");
  }
}
