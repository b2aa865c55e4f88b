package io.tenure.client.internal.session;

import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WithdrawRequest;

/**
 * Withdraws a request that may be waiting, or may have been granted without the client knowing it.
 * Sent again until it is answered.
 */
final class Withdrawal extends Call {
  private static final DeferredLog log = DeferredLog.of(Withdrawal.class);

  private final SessionPart part;
  private final long number;
  private final boolean releasesHold;
  private final Runnable then;

  private Withdrawal(SessionPart part, long number, boolean releasesHold, Runnable then) {
    super(part.shard(), Lane.GIVE_BACK, CallEffect.CHANGES);
    this.part = part;
    this.number = number;
    this.releasesHold = releasesHold;
    this.then = then;
  }

  /**
   * Releases the hold, too, if the request was granted. The caller must have forgotten the request:
   * its answer is not awaited any more.
   *
   * @param then run when nothing is left of the request, or when it cannot be withdrawn
   */
  static Withdrawal orRelease(SessionPart part, long number, Runnable then) {
    return new Withdrawal(part, number, true, then);
  }

  /** Keeps the hold if the request was granted. The request itself is answered either way. */
  static Withdrawal unlessGranted(SessionPart part, long number) {
    return new Withdrawal(part, number, false, () -> {});
  }

  @Override
  protected void writeTo(Request.Builder request) {
    request.setWithdraw(
        WithdrawRequest.newBuilder()
            .setSession(part.id())
            .setRequest(number)
            .setAcknowledged(part.acknowledged(number))
            .setGiveBack(releasesHold));
  }

  @Override
  protected boolean onReply(Reply reply) {
    then.run();
    return true;
  }

  @Override
  protected void onFailure(Error error) {
    then.run();
    part.onRequestError(error);
    if (error.getReason() != Reason.SESSION_UNKNOWN && error.getReason() != Reason.SHUTTING_DOWN) {
      log.warn(
          "acquire request not withdrawn: {}; if it was granted, its keys stay locked until session {}"
              + " ends",
          error.getMessage(),
          WireCodec.session(part.id()));
    }
  }
}
