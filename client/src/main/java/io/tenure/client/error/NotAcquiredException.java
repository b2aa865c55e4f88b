package io.tenure.client.error;

import io.tenure.client.view.Holder;
import java.util.List;

/** Others hold what was asked for. */
public sealed class NotAcquiredException extends TenureException permits TimedOutException {
  private final transient List<Holder> holders;
  private final int waiting;

  public NotAcquiredException(Reason reason, String message, List<Holder> holders, int waiting) {
    super(reason, message, null);
    this.holders = List.copyOf(holders);
    this.waiting = waiting;
  }

  /** Those in the way, the longest-standing first; perhaps not all. */
  public final List<Holder> holders() {
    return holders;
  }

  /** How many others wait. */
  public final int waiting() {
    return waiting;
  }
}
