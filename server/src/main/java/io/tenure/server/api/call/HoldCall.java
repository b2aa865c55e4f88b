package io.tenure.server.api.call;

import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Outcome.SessionEnded;
import io.tenure.core.model.Outcome.SessionUnknown;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Value;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.RenewReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.ImplicitOwner;
import io.tenure.server.api.encode.RefusalEncoder;
import io.tenure.server.api.encode.ReplyEncoder;
import io.tenure.server.api.request.RoutedRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that names a hold by its key and token alone. It may change only a hold that was acquired
 * without a session, since such a hold cannot be named otherwise. Any other hold is changed by its
 * session, or by an operator. The hold is looked up first; what is done to it is done in its own
 * session.
 */
final class HoldCall extends SessionKeepingCall {
  /** What is to be done. */
  enum Operation {
    RENEW,
    RELEASE,
    SET_VALUE
  }

  private final Operation operation;
  private final Key key;
  private final long token;
  private final Value value;
  private @Nullable Hold hold;

  HoldCall(RoutedRequest asked, Operation operation, Key key, long token, Value value) {
    super(asked);
    this.operation = operation;
    this.key = key;
    this.token = token;
    this.value = value;
  }

  private record Found(Optional<Hold> hold, long revision) {}

  @Override
  public void begin() {
    await(this, parts.shard().read(this::find), HoldCall::onFound);
  }

  private Found find(LockState state) {
    return new Found(Optional.ofNullable(state.hold(token)), state.revision());
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    if (outcome instanceof SessionEnded) {
      finish(Reply.newBuilder().setRelease(ReplyEncoder.released(token)));
    } else if (outcome instanceof SessionUnknown unknown) {
      onSessionUnknown(unknown.session());
    } else {
      ReplyEncoder form =
          operation == Operation.RELEASE ? ReplyEncoder.RELEASE : ReplyEncoder.SET_VALUE;
      finish(form.tell(parts, session(), outcome));
    }
  }

  @Override
  void onKept(long ttlMillis) {
    finish(Reply.newBuilder().setRenew(RenewReply.newBuilder().setTtlMs(ttlMillis)));
  }

  /** It ended since it was looked up. */
  @Override
  void onSessionUnknown(SessionId ended) {
    refuse(NotHeldReason.NO_LONGER_HELD);
  }

  private void onFound(Found found) {
    hold = found.hold().orElse(null);
    if (hold == null) {
      refuse(token > found.revision() ? NotHeldReason.NEVER_GRANTED : NotHeldReason.NO_LONGER_HELD);
    } else if (hold.targets().stream().noneMatch(target -> target.key().equals(key))) {
      refuse(NotHeldReason.OTHER_KEY);
    } else if (!ImplicitOwner.is(hold.owner())) {
      refuse(NotHeldReason.FOREIGN);
    } else if (operation == Operation.RENEW) {
      keepAlive(session());
    } else {
      parts.shard().propose(command(), this);
    }
  }

  private Command command() {
    if (operation == Operation.RELEASE) {
      return new CloseSession(session());
    }
    return new SetValue(
        new RequestId(session(), parts.shard().nextRequestNumber(session())), 0, token, value);
  }

  private SessionId session() {
    if (hold == null) {
      throw new IllegalStateException("no hold was found");
    }
    return hold.owner().session();
  }

  private void refuse(NotHeldReason reason) {
    Refusal refusal = RefusalEncoder.notHeld(token, reason);
    Reply.Builder reply = Reply.newBuilder();
    switch (operation) {
      case RENEW -> reply.setRenew(RenewReply.newBuilder().setRefusal(refusal));
      case RELEASE -> ReplyEncoder.RELEASE.tellRefusal(reply, refusal);
      case SET_VALUE -> ReplyEncoder.SET_VALUE.tellRefusal(reply, refusal);
    }
    finish(reply);
  }
}
