package io.tenure.client.internal.connection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls listeners after the machine was suspended, as {@link SuspendDetector} finds it. Reads the
 * clocks once a second, and only while there are listeners: a wall clock that is set forward again
 * and again causes at most one call of each listener a second. On the loop.
 */
final class ResumeNotifier {
  private static final DeferredLog log = DeferredLog.of(ResumeNotifier.class);
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ClientLoop loop;
  private final LongSupplier wallMillis;
  private final Set<Registration> registrations = new LinkedHashSet<>();

  /** Null while there are no listeners. */
  private @Nullable SuspendDetector detector;

  private ClientLoop.Timer timer = () -> {};

  /**
   * @param wallMillis the wall clock
   */
  ResumeNotifier(ClientLoop loop, LongSupplier wallMillis) {
    this.loop = loop;
    this.wallMillis = wallMillis;
  }

  private final class Registration implements ClientLoop.Timer {
    private final Runnable listener;

    Registration(Runnable listener) {
      this.listener = listener;
    }

    @Override
    public void cancel() {
      boolean last = registrations.remove(this) && registrations.isEmpty();
      if (last) {
        timer.cancel();
        detector = null;
      }
    }
  }

  ClientLoop.Timer add(Runnable listener) {
    if (detector == null) {
      detector = new SuspendDetector(System.nanoTime(), wallMillis.getAsLong());
      schedule();
    }
    Registration added = new Registration(listener);
    registrations.add(added);
    return added;
  }

  /** At the next full second, so that clients that share a thread wake it up together. */
  private void schedule() {
    timer = loop.after(PERIOD_NANOS - Math.floorMod(System.nanoTime(), PERIOD_NANOS), this::check);
  }

  private void check() {
    SuspendDetector present = detector;
    if (present == null) {
      return;
    }
    schedule(); // First: an exception below must not end the checks.
    if (present.wasSuspended(System.nanoTime(), wallMillis.getAsLong())) {
      log.debug("wall clock jumped forward: the machine may have been suspended");
      new ArrayList<>(registrations).forEach(each -> ClientLoop.runGuarded(each.listener));
    }
  }
}
