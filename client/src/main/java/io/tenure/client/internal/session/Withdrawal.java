package io.tenure.client.internal.session;

import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WithdrawRequest;

/**
 * Withdraws a request that may wait, or may have been granted without the client's knowledge. Sent
 * until it is answered.
 */
final class Withdrawal extends Call {
  private static final DeferredLog log = DeferredLog.of(Withdrawal.class);

  private final SessionPart part;
  private final long number;
  private final boolean givesBack;
  private final Runnable then;

  private Withdrawal(SessionPart part, long number, boolean givesBack, Runnable then) {
    this.part = part;
    this.number = number;
    this.givesBack = givesBack;
    this.then = then;
  }

  /**
   * A hold that was granted is released, too. Nobody awaits the answer to the request any more.
   *
   * @param then what to do when nothing is left of the request, or it cannot be withdrawn
   */
  static Withdrawal orRelease(SessionPart part, long number, Runnable then) {
    return new Withdrawal(part, number, true, then);
  }

  /** A hold that was granted stays. The request itself is answered with what became of it. */
  static Withdrawal unlessGranted(SessionPart part, long number) {
    return new Withdrawal(part, number, false, () -> {});
  }

  @Override
  protected int shard() {
    return part.shard();
  }

  @Override
  protected Lane lane() {
    return Lane.GIVE_BACK;
  }

  @Override
  protected void describe(Request.Builder request) {
    request.setWithdraw(
        WithdrawRequest.newBuilder()
            .setSession(part.id())
            .setRequest(number)
            .setAcknowledged(part.acknowledged(number))
            .setGiveBack(givesBack));
  }

  @Override
  protected boolean replied(Reply reply) {
    then.run();
    return true;
  }

  @Override
  protected void failed(Error error) {
    then.run();
    part.refused(error);
    if (error.getReason() != Reason.SESSION_UNKNOWN && error.getReason() != Reason.SHUTTING_DOWN) {
      log.warn(
          "a request was not withdrawn: {}; if it was granted, it is held until session {} ends",
          error.getMessage(),
          WireCodec.session(part.id()));
    }
  }
}
