package io.tenure.client.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of the service. The router sends it, again if it must, until it is
 * answered or given up: so it must be something that may arrive twice, by its number or its nature.
 */
public abstract class Call {
  /** Grows with the order of submission. */
  long correlation;

  /** Null before it was submitted. */
  @Nullable Route route;

  /** Where it went, or is about to go; null if it is to be sent (again). */
  @Nullable Link sentOn;

  /** Whether it has gone out there. */
  boolean inFlight;

  /** Whether it has gone out there and nothing at all has come back. */
  boolean unanswered;

  boolean over;
  private long sentNanos;
  private long firstSentNanos;
  private boolean sent;

  /** The shard that it is for. */
  protected abstract int shard();

  /** Says what to send; asked again whenever it is sent again. */
  protected abstract void describe(Request.Builder request);

  /**
   * An answer that is no error.
   *
   * @return whether it was the last one
   */
  protected abstract boolean replied(Reply reply);

  /** It cannot be done. Nothing more is heard. */
  protected abstract void failed(Error error);

  /**
   * Whether it goes ahead of others: what keeps a session alive or gives something back must not
   * wait behind those that want something.
   */
  protected boolean isUrgent() {
    return false;
  }

  /** It goes out now, as one more copy if it was sent before. */
  void sending(long nowNanos) {
    if (!sent) {
      sent = true;
      firstSentNanos = nowNanos;
    }
    sentNanos = nowNanos;
    inFlight = true;
    unanswered = true;
  }

  /** Whether it has gone out at least once. */
  public final boolean isSent() {
    return sent;
  }

  /** When the copy went out whose answer would be heard now. */
  public final long sentNanos() {
    return sentNanos;
  }

  public final long firstSentNanos() {
    return firstSentNanos;
  }

  public final boolean isOver() {
    return over;
  }
}
