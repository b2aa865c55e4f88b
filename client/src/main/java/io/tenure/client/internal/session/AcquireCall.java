package io.tenure.client.internal.session;

import com.google.protobuf.ByteString;
import io.tenure.client.Loss;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One numbered acquire request of an {@link Acquisition}. On the loop. */
final class AcquireCall extends NumberedCall {
  private final ClientContext context;
  private final Acquisition acquisition;
  private final LockSpec spec;

  /** Set when the client withdraws this because too many requests wait on the connection. */
  private @Nullable Error tooManyWaiting;

  AcquireCall(ClientContext context, SessionPart part, Acquisition acquisition) {
    super(part, Lane.ASK);
    this.context = context;
    this.acquisition = acquisition;
    this.spec = acquisition.spec();
  }

  @Override
  protected void writeTo(Request.Builder request) {
    long number = assignNumber();
    AcquireRequest.Builder acquire =
        AcquireRequest.newBuilder()
            .setSession(part.id())
            .setRequest(number)
            .setAcknowledged(part.acknowledged(number))
            .setOwner(spec.owner())
            .setParty(spec.party())
            .setWaitMs(acquisition.remainingWaitMillis());
    if (!spec.value().isEmpty()) {
      acquire.setValue(ByteString.copyFromUtf8(spec.value()));
    }
    spec.targets().forEach(target -> acquire.addTargets(WireCodec.target(target)));
    request.setAcquire(acquire);
  }

  @Override
  protected boolean onReply(Reply reply) {
    AcquireReply answer = reply.getAcquire();
    switch (answer.getResultCase()) {
      case GRANTED -> {
        part.settled(this);
        onGranted(answer.getGranted());
      }
      case REFUSAL -> {
        part.settled(this);
        onRefused(answer.getRefusal());
      }
      default -> {
        return false; // Queued.
      }
    }
    return true;
  }

  private void onGranted(Granted granted) {
    ServiceHold known = part.holds().find(granted.getToken());
    if (known != null && known.isHeld()) {
      acquisition.grant(known);
    } else if (granted.getAlreadyHeld()) {
      // That hold is being released. The caller must get another one.
      acquisition.request(part);
    } else {
      ServiceHold hold = new ServiceHold(part, granted.getToken(), owner(), spec);
      part.holds().add(hold);
      acquisition.grant(hold);
    }
  }

  /** A new owner has the label that the service gives it. */
  private String owner() {
    return spec.hasNewOwner() ? "#" + number() : spec.owner();
  }

  /**
   * The client did not withdraw a request that is still waited for. So the service did: because its
   * wait timeout expired at a leader that could not answer any more, or because the client was
   * disconnected with more waiting requests than keep their queue positions. A request that may
   * wait on is made again, at the end of the queue.
   */
  private void onRefused(Refusal refusal) {
    Error tooMany = tooManyWaiting;
    if (isWithdrawn(refusal) && tooMany != null) {
      acquisition.fail(() -> ErrorMapping.of(tooMany));
    } else if (isWithdrawn(refusal) && acquisition.mayWait()) {
      acquisition.request(part);
    } else {
      acquisition.fail(() -> exception(refusal));
    }
  }

  /** The service may have ended the wait for a reason of its own. */
  private TenureException exception(Refusal refusal) {
    if (isEnded(refusal, EndCause.BY_DEADLOCK)) {
      return new DeadlockException(refusal.getMessage(), List.of());
    } else if (isWithdrawn(refusal) && spec.waitMillis() > 0) {
      return new TimedOutException(
          spec.keys() + ": not granted within " + acquisition.elapsed(), List.of(), 0);
    }
    return WireCodec.refusal(refusal);
  }

  /** Whether the request was withdrawn before it was granted. */
  private static boolean isWithdrawn(Refusal refusal) {
    return isEnded(refusal, EndCause.BY_WITHDRAWAL) && refusal.getToken() == 0;
  }

  private static boolean isEnded(Refusal refusal, EndCause cause) {
    return refusal.getKind() == Refusal.Kind.ENDED && refusal.getEndCause() == cause;
  }

  /** The caller hears of it when the service has answered: it may have been granted just before. */
  @Override
  protected void onTooManyWaiting(Error error) {
    tooManyWaiting = error;
    context.router().submit(Withdrawal.unlessGranted(part, number()));
  }

  @Override
  protected void onFailure(Error error) {
    if (error.getRetry() == Retry.RETRY_INDETERMINATE) {
      part.withdraw(this, spec.sharedNames());
    } else {
      part.settled(this);
    }
    acquisition.fail(() -> ErrorMapping.of(error));
    part.onRequestError(error);
  }

  @Override
  void onSessionEnd(Loss loss) {
    acquisition.onSessionEnd(loss);
  }
}
