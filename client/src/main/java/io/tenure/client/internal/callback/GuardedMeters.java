package io.tenure.client.internal.callback;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.DeferredLog;

/** Logs and drops exceptions of the user's meter registry. */
public final class GuardedMeters implements ClientMeters {
  private static final DeferredLog log = DeferredLog.of(GuardedMeters.class);

  private final ClientMeters meters;

  public GuardedMeters(ClientMeters meters) {
    this.meters = meters;
  }

  private static void guarded(Runnable count) {
    try {
      count.run();
    } catch (RuntimeException | LinkageError bug) {
      log.debug("a metric was not recorded", bug);
    }
  }

  @Override
  public void asked() {
    guarded(meters::asked);
  }

  @Override
  public void granted(long nanos) {
    guarded(() -> meters.granted(nanos));
  }

  @Override
  public void notGranted() {
    guarded(meters::notGranted);
  }

  @Override
  public void released() {
    guarded(meters::released);
  }

  @Override
  public void holdLost(Loss loss) {
    guarded(() -> meters.holdLost(loss));
  }

  @Override
  public void sessionOpened() {
    guarded(meters::sessionOpened);
  }

  @Override
  public void sessionOver(Loss loss) {
    guarded(() -> meters.sessionOver(loss));
  }

  @Override
  public void keptAlive(long nanos) {
    guarded(() -> meters.keptAlive(nanos));
  }
}
