package io.tenure.faults.work;

import io.tenure.client.Hold;
import io.tenure.client.Leadership;
import io.tenure.client.Loss;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A hold or a leadership that was acquired through the public client.
 *
 * @param remaining for how long it is certainly held
 */
public record HeldGrant(
    long token, Supplier<Duration> remaining, Runnable release, Proclamation proclamation) {
  /** Tells others something else about the holder. */
  @FunctionalInterface
  public interface Proclamation {
    void make(String value) throws InterruptedException;
  }

  static HeldGrant of(Hold hold, Consumer<Loss> whenLost) {
    hold.onLost(whenLost);
    return of(hold);
  }

  /** One whose loss somebody else is told of. */
  static HeldGrant of(Hold hold) {
    return new HeldGrant(hold.token(), hold::remaining, hold::release, hold::setValue);
  }

  static HeldGrant of(Leadership leadership, Consumer<Loss> whenLost) {
    leadership.onDemoted(whenLost);
    return new HeldGrant(
        leadership.token(), leadership::remaining, leadership::resign, leadership::proclaim);
  }

  public boolean isGood() {
    return !remaining.get().isZero();
  }
}
