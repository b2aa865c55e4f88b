package io.tenure.client.error;

import io.tenure.client.view.Holder;
import java.util.List;

/** The lock was not granted because others hold it. Nothing was done; the call can be repeated. */
public sealed class NotAcquiredException extends TenureException permits TimedOutException {
  private final transient List<Holder> holders;
  private final int waiting;

  public NotAcquiredException(Reason reason, String message, List<Holder> holders, int waiting) {
    super(reason, message, null);
    this.holders = List.copyOf(holders);
    this.waiting = waiting;
  }

  /**
   * Returns some of the holders in the way, the one that has held longest first. Others may exist.
   */
  public final List<Holder> holders() {
    return holders;
  }

  /** Returns how many other requests wait. */
  public final int waiting() {
    return waiting;
  }
}
