package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of the service. The router sends it, again if it must, until it is
 * answered or given up: so it must be something that may arrive twice, by its number or its nature.
 */
public abstract class Call {
  /** How soon it goes out. */
  public enum Lane {
    /** Keeps a session alive: first of all. */
    KEEP_ALIVE,
    /** Gives something back, and must not wait behind those that want something. */
    GIVE_BACK,
    /** Everything else. */
    ASK,
    /** Is answered for as long as it lasts. */
    WATCH
  }

  /** Grows with the order of submission. */
  long order;

  /** Null before it was submitted. */
  @Nullable Route route;

  /** Where it went, or is about to go; null if it is to be sent (again). */
  @Nullable Link sentOn;

  /** Names the copy that went out there; 0 if none did. Every copy has a name of its own. */
  long correlation;

  /** Whether anything at all has come back for that copy. */
  boolean answered;

  boolean over;

  /** Whether the latest copy may have been executed, by what was heard of it. */
  private boolean copyInDoubt;

  /** Whether a copy before that may have been. */
  private boolean earlierCopyInDoubt;

  private long sentNanos;
  private long firstSentNanos;
  private boolean sent;
  private boolean refused;
  private long refusedSinceNanos;

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

  /** It waits, but too many do on this connection: it has to be given up. */
  protected void crowdedOut(Error error) {}

  protected Lane lane() {
    return Lane.ASK;
  }

  /**
   * Whether it does not matter to the caller if the call was executed although it has failed. True
   * for reads, and for what only serves the session.
   */
  protected boolean isHarmless() {
    return false;
  }

  /** It goes out now, as one more copy if it was sent before. */
  void sending(long copy, long nowNanos) {
    if (!sent) {
      sent = true;
      firstSentNanos = nowNanos;
    }
    earlierCopyInDoubt |= copyInDoubt;
    copyInDoubt = true;
    sentNanos = nowNanos;
    correlation = copy;
    answered = false;
  }

  /**
   * The latest copy was refused. Two reasons forbid a retry, and leave open what became of an
   * earlier copy.
   */
  void copyRefused(Error error) {
    boolean tellsNothing =
        error.getReason() == Reason.REQUEST_FORGOTTEN || error.getReason() == Reason.SUPERSEDED;
    boolean notExecuted =
        error.getRetry() == Retry.RETRY_SAFE || error.getRetry() == Retry.RETRY_NEVER;
    if (notExecuted && !tellsNothing && !answered) {
      copyInDoubt = false;
    }
  }

  /**
   * What the error says of the call as a whole. The last copy may be refused, and one before it
   * executed: then nobody knows. A session that is over answers for all copies.
   */
  Error verdict(Error error) {
    boolean isKnown = !mayBeExecuted() || error.getReason() == Reason.SESSION_UNKNOWN;
    if (isHarmless()) {
      return error.getRetry() == Retry.RETRY_INDETERMINATE
          ? error.toBuilder().setRetry(Retry.RETRY_SAFE).build()
          : error;
    }
    return isKnown ? error : error.toBuilder().setRetry(Retry.RETRY_INDETERMINATE).build();
  }

  /** It was refused for the moment. For how long it has been so, again and again. */
  long refusedForNanos(long nowNanos) {
    if (!refused) {
      refused = true;
      refusedSinceNanos = nowNanos;
    }
    return nowNanos - refusedSinceNanos;
  }

  void accepted() {
    refused = false;
  }

  /** Whether a copy went out of which no server has said that it was not executed. */
  public final boolean mayBeExecuted() {
    return copyInDoubt || earlierCopyInDoubt;
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
