package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import org.jspecify.annotations.Nullable;

/**
 * A request on the stream. The router sends it, and sends it again if necessary, until it is
 * answered or forgotten. So the service must be able to receive it twice: because of the request's
 * number, or by its nature.
 */
public abstract class Call {
  /** In order of priority. */
  public enum Lane {
    KEEP_ALIVE,
    /** Releases, withdrawals, closes: must not wait behind new requests. */
    GIVE_BACK,
    ASK,
    /** Answered again and again, until it is forgotten. */
    WATCH
  }

  private final int shard;
  private final Lane lane;
  private final CallEffect effect;

  /** Ascending in order of submission. */
  long order;

  /** Null before it was submitted. */
  @Nullable Route route;

  /** The link that it was sent on, or is queued at; null if it has to be sent (again). */
  @Nullable Link sentOn;

  /** Of the copy that was sent on that link; 0 if none was. Each copy has its own. */
  long correlation;

  /** Whether that copy has been answered at all. */
  boolean answered;

  /** Answered for the last time, failed, or forgotten. */
  boolean over;

  /** Whether the latest copy may have been executed, as far as the answers to it tell. */
  private boolean copyInDoubt;

  /** Whether a copy before that may have been executed. */
  private boolean earlierCopyInDoubt;

  private long sentNanos;
  private long firstSentNanos;
  private boolean sent;

  /** Whether the latest answer was an error after which the call is sent again. */
  private boolean refused;

  private long refusedSinceNanos;

  protected Call(int shard, Lane lane, CallEffect effect) {
    this.shard = shard;
    this.lane = lane;
    this.effect = effect;
  }

  final int shard() {
    return shard;
  }

  final Lane lane() {
    return lane;
  }

  /** Called before each time it is sent. */
  protected abstract void writeTo(Request.Builder request);

  /**
   * An answer that is no error.
   *
   * @return whether it was the last one
   */
  protected abstract boolean onReply(Reply reply);

  /** The call has failed for good. No answer follows. */
  protected abstract void onFailure(Error error);

  /** The request waits in the service, but the connection's limit for such requests is reached. */
  protected void onTooManyWaiting(Error error) {}

  /** A copy of it is sent now. */
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
   * The latest copy was refused. {@link RetryRules#leavesOpen} names the errors that do not tell
   * what became of an earlier copy.
   */
  void copyRefused(Error error) {
    boolean notExecuted =
        error.getRetry() == Retry.RETRY_SAFE || error.getRetry() == Retry.RETRY_NEVER;
    if (notExecuted && !RetryRules.leavesOpen(error.getReason()) && !answered) {
      copyInDoubt = false;
    }
  }

  /**
   * What the error of the last copy means for the call: if an earlier copy may have been executed,
   * the outcome is unknown. A session that is over answers for all copies.
   */
  Error verdict(Error error) {
    if (effect == CallEffect.READS) {
      return error.getRetry() == Retry.RETRY_INDETERMINATE
          ? error.toBuilder().setRetry(Retry.RETRY_SAFE).build()
          : error;
    }
    boolean isKnown = !mayBeExecuted() || error.getReason() == Reason.SESSION_UNKNOWN;
    return isKnown ? error : error.toBuilder().setRetry(Retry.RETRY_INDETERMINATE).build();
  }

  /** It was refused and is to be sent again: for how long that has been so, without an answer. */
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

  /** Whether a copy was sent that no server is known not to have executed. */
  public final boolean mayBeExecuted() {
    return copyInDoubt || earlierCopyInDoubt;
  }

  /** When the latest copy was sent: the one whose answer counts. */
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
