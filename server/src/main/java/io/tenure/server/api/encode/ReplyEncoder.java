package io.tenure.server.api.encode;

import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.AlreadyHeld;
import io.tenure.core.model.Outcome.Converted;
import io.tenure.core.model.Outcome.SessionEnded;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.ConvertReply;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.Queued;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.Released;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.ValueSet;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.server.api.shard.ShardParts;
import org.jspecify.annotations.Nullable;

/**
 * Encodes outcomes as the reply of one kind of call. {@link #tell} encodes what is an error for
 * every call; the rest differs.
 */
public enum ReplyEncoder {
  ACQUIRE {
    @Override
    public void tellRefusal(Reply.Builder reply, Refusal refusal) {
      reply.setAcquire(AcquireReply.newBuilder().setRefusal(refusal));
    }

    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      AcquireReply.Builder acquire = AcquireReply.newBuilder();
      if (outcome instanceof Outcome.Queued queued) {
        acquire.setQueued(queued(parts, queued));
      } else {
        Granted granted = granted(parts, session, outcome);
        if (granted == null) {
          return false;
        }
        acquire.setGranted(granted);
      }
      reply.setAcquire(acquire);
      return true;
    }
  },

  CONVERT {
    @Override
    public void tellRefusal(Reply.Builder reply, Refusal refusal) {
      reply.setConvert(ConvertReply.newBuilder().setRefusal(refusal));
    }

    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      ConvertReply.Builder convert = ConvertReply.newBuilder();
      if (outcome instanceof Outcome.Queued queued) {
        convert.setQueued(queued(parts, queued));
      } else if (token(outcome) != 0) {
        convert.setConverted(io.tenure.protocol.v1.Converted.newBuilder().setToken(token(outcome)));
      } else {
        return false;
      }
      reply.setConvert(convert);
      return true;
    }
  },

  WITHDRAW {
    @Override
    public void tellRefusal(Reply.Builder reply, Refusal refusal) {
      reply.setWithdraw(WithdrawReply.newBuilder().setEnded(refusal));
    }

    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      Granted granted = granted(parts, session, outcome);
      if (granted != null) {
        reply.setWithdraw(WithdrawReply.newBuilder().setGranted(granted));
      }
      return granted != null;
    }
  },

  RELEASE {
    @Override
    public void tellRefusal(Reply.Builder reply, Refusal refusal) {
      reply.setRelease(ReleaseReply.newBuilder().setRefusal(refusal));
    }

    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      if (outcome instanceof Outcome.Released released) {
        reply.setRelease(released(released.token()));
        return true;
      }
      return false;
    }
  },

  SET_VALUE {
    @Override
    public void tellRefusal(Reply.Builder reply, Refusal refusal) {
      reply.setSetValue(SetValueReply.newBuilder().setRefusal(refusal));
    }

    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      if (outcome instanceof Outcome.ValueSet set) {
        reply.setSetValue(
            SetValueReply.newBuilder().setValueSet(ValueSet.newBuilder().setToken(set.token())));
        return true;
      }
      return false;
    }
  },

  CLOSE_SESSION {
    @Override
    boolean tellSuccess(Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome) {
      if (outcome instanceof SessionEnded ended) {
        reply.setCloseSession(
            CloseSessionReply.newBuilder()
                .setReleased(ended.released())
                .setWithdrawn(ended.withdrawn()));
        return true;
      }
      return false;
    }
  };

  /** Puts an outcome into words. The session is the one that asked. */
  public final Reply.Builder tell(ShardParts parts, SessionId session, Outcome outcome) {
    Reply.Builder reply = Reply.newBuilder();
    if (tellSuccess(reply, parts, session, outcome)) {
      return reply;
    }
    Error error = RefusalEncoder.errorOf(parts, outcome);
    if (error != null) {
      return reply.setError(error);
    }
    Refusal refusal = RefusalEncoder.of(parts, outcome);
    if (refusal == null) {
      throw new IllegalStateException(this + " cannot be answered with " + outcome);
    }
    tellRefusal(reply, refusal);
    return reply;
  }

  abstract boolean tellSuccess(
      Reply.Builder reply, ShardParts parts, SessionId session, Outcome outcome);

  public void tellRefusal(Reply.Builder reply, Refusal refusal) {
    throw new IllegalStateException(this + " cannot be refused with " + refusal.getKind());
  }

  public static ReleaseReply.Builder released(long token) {
    return ReleaseReply.newBuilder().setReleased(Released.newBuilder().setToken(token));
  }

  private static Queued.Builder queued(ShardParts parts, Outcome.Queued queued) {
    return Queued.newBuilder()
        .setArrival(queued.arrival())
        .setStanding(WireEncoder.standing(parts, queued.standing()));
  }

  private static @Nullable Granted granted(ShardParts parts, SessionId session, Outcome outcome) {
    long token = token(outcome);
    if (token == 0) {
      return null;
    }
    return Granted.newBuilder()
        .setToken(token)
        .setSession(parts.wire(session))
        .setAlreadyHeld(outcome instanceof AlreadyHeld)
        .build();
  }

  /** The token under which it is held, or 0. */
  private static long token(Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      return granted.token();
    } else if (outcome instanceof AlreadyHeld held) {
      return held.token();
    }
    return outcome instanceof Converted converted ? converted.token() : 0;
  }
}
