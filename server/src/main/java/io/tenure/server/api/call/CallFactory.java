package io.tenure.server.api.call;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.server.api.call.WaitingCall.Terms;
import io.tenure.server.api.encode.EventEncoder;
import io.tenure.server.api.encode.ReplyEncoder;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.read.GetCall;
import io.tenure.server.api.read.ListCall;
import io.tenure.server.api.read.ListPage;
import io.tenure.server.api.read.ReadExecutor;
import io.tenure.server.api.read.ReadExecutor.ListingSnapshots;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.ReplyTarget;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns requests into calls on the right shard. The way in for streams and plain calls alike; on
 * the loop of the connection.
 */
public final class CallFactory {
  private static final Logger log = LoggerFactory.getLogger(CallFactory.class);

  private final ShardMap shards;
  private final ReadExecutor reads;
  private final CallMetrics metrics;
  private final List<ListingSnapshots> snapshots = new ArrayList<>();
  private final List<EventEncoder> eventEncoders = new ArrayList<>();

  public CallFactory(ShardMap shards, ReadExecutor reads, CallMetrics metrics) {
    this.shards = shards;
    this.reads = reads;
    this.metrics = metrics;
    for (ShardParts parts : shards) {
      snapshots.add(new ListingSnapshots(parts, reads));
      eventEncoders.add(new EventEncoder(parts));
    }
  }

  public ShardMap shards() {
    return shards;
  }

  public ReadExecutor reads() {
    return reads;
  }

  public EventEncoder eventEncoder(ShardParts parts) {
    return eventEncoders.get(parts.index());
  }

  /** Starts a call; {@link #submit} must follow. Null if it was answered at once, with an error. */
  @Nullable
  public Call start(Request request, ReplyTarget to) {
    try {
      Call call = decode(request, to);
      call.begin();
      return call;
    } catch (CallRefused refused) {
      to.last(Reply.newBuilder().setError(refused.error()));
    } catch (NotLeading notLeading) {
      Call.forwardOrFail(request, notLeading.parts, to, notLeading.parts.notLeading());
    } catch (IllegalArgumentException invalid) {
      to.last(Reply.newBuilder().setError(Errors.invalid(String.valueOf(invalid.getMessage()))));
    } catch (RuntimeException bug) {
      log.error("{} failed", request.getCallCase(), bug);
      to.last(Reply.newBuilder().setError(Errors.internal(bug)));
    }
    return null;
  }

  /** Sends what was started. */
  public void submit() {
    for (ShardParts parts : shards) {
      parts.shard().submit();
    }
  }

  private Call decode(Request request, ReplyTarget to) {
    return switch (request.getCallCase()) {
      case ACQUIRE -> acquire(request, to);
      case RELEASE -> release(request, to);
      case KEEP_ALIVE -> keepAlive(request, to);
      case OPEN_SESSION -> openSession(request, to);
      case CLOSE_SESSION -> closeSession(request, to);
      case WITHDRAW -> withdraw(request, to);
      case CONVERT -> convert(request, to);
      case SET_VALUE -> setValue(request, to);
      case RENEW -> {
        Key key = Key.of(request.getRenew().getKey());
        yield hold(request, to, HoldCall.Operation.RENEW, key, request.getRenew().getToken());
      }
      case GET -> {
        Key key = Key.of(request.getGet().getKey());
        yield new GetCall(new RoutedRequest(request, shards.ofKey(key), to), reads, key);
      }
      case LIST -> list(request, to);
      case WATCH, CANCEL_WATCH -> throw new IllegalStateException("not a call of its own");
      case CALL_NOT_SET -> throw new IllegalArgumentException("call: none (expected: one)");
    };
  }

  private RoutedRequest ofSession(Request request, long wireSession, ReplyTarget to) {
    return new RoutedRequest(request, shards.ofSession(wireSession), to);
  }

  private Call openSession(Request request, ReplyTarget to) {
    ShardParts parts = shards.ofIndex(request.getOpenSession().getShard());
    long nonce = request.getOpenSession().getNonce();
    return new OpenSessionCall(
        new RoutedRequest(request, parts, to),
        WireDecoder.openSession(request.getOpenSession(), nonce == 0 ? randomNonce() : nonce));
  }

  static long randomNonce() {
    return ThreadLocalRandom.current().nextLong();
  }

  private Call keepAlive(Request request, ReplyTarget to) {
    KeepAliveRequest wire = request.getKeepAlive();
    if (wire.getSiblingOf() != 0) {
      return sibling(request, to, wire.getShard(), wire.getSiblingOf());
    }
    return new KeepAliveCall(
        ofSession(request, wire.getSession(), to), ShardParts.sessionOf(wire.getSession()));
  }

  private Call sibling(Request request, ReplyTarget to, int shard, long siblingOf) {
    RoutedRequest asked = new RoutedRequest(request, shards.ofIndex(shard), to);
    return new SiblingCall(asked, ShardParts.siblingNonce(siblingOf));
  }

  private Call closeSession(Request request, ReplyTarget to) {
    CloseSessionRequest close = request.getCloseSession();
    if (close.getSiblingOf() != 0) {
      return sibling(request, to, close.getShard(), close.getSiblingOf());
    }
    long wire = close.getSession();
    SessionId session = ShardParts.sessionOf(wire);
    return new CommandCall(
        ofSession(request, wire, to),
        session,
        new CloseSession(session),
        ReplyEncoder.CLOSE_SESSION);
  }

  private Call acquire(Request request, ReplyTarget to) {
    AcquireRequest wire = request.getAcquire();
    List<Target> targets = WireDecoder.targets(wire.getTargetsList());
    ShardParts parts = shards.ofTargets(targets);
    RoutedRequest asked = new RoutedRequest(request, parts, to);
    Terms terms =
        new Terms(ReplyEncoder.ACQUIRE, WireDecoder.waitMillis(wire.getWaitMs()), metrics);
    if (wire.getSession() == 0) {
      return ImplicitAcquire.of(asked, terms, targets, randomNonce());
    }
    requireSameShard(parts, wire.getSession());
    RequestId number = number(parts, wire.getSession(), wire.getRequest());
    AcquireLock command = WireDecoder.acquire(wire, number, targets);
    return new WaitingCall(asked, terms, command);
  }

  private void requireSameShard(ShardParts parts, long wireSession) {
    if (ShardParts.shardOf(wireSession) != parts.index()) {
      ShardParts other = shards.ofSession(wireSession);
      throw new CallRefused(
          Reason.CROSS_SHARD,
          "session: %s of shard %s (expected: one of shard %s, which owns the key)"
              .formatted(
                  Long.toUnsignedString(wireSession), other.shard().name(), parts.shard().name()));
    }
  }

  /** The client's number, or one that the session has not used. */
  private static RequestId number(ShardParts parts, long wireSession, long number) {
    SessionId session = ShardParts.sessionOf(wireSession);
    if (number != 0) {
      return new RequestId(session, WireDecoder.requestNumber(number));
    }
    if (!parts.shard().leadership().leads()) {
      throw new NotLeading(parts); // Only the leader knows which numbers are used.
    }
    return new RequestId(session, parts.shard().nextRequestNumber(session));
  }

  /** Ends the decoding of a request that another node must number. */
  private static final class NotLeading extends RuntimeException {
    private final transient ShardParts parts;

    NotLeading(ShardParts parts) {
      super(null, null, false, false);
      this.parts = parts;
    }
  }

  private Call withdraw(Request request, ReplyTarget to) {
    io.tenure.protocol.v1.WithdrawRequest wire = request.getWithdraw();
    SessionId session = ShardParts.sessionOf(wire.getSession());
    RequestId number = new RequestId(session, WireDecoder.requestNumber(wire.getRequest()));
    return new CommandCall(
        ofSession(request, wire.getSession(), to),
        session,
        new WithdrawRequest(number, wire.getAcknowledged(), wire.getGiveBack()),
        ReplyEncoder.WITHDRAW);
  }

  private Call release(Request request, ReplyTarget to) {
    ReleaseRequest wire = request.getRelease();
    if (wire.getSession() == 0) {
      requireNoNumber(wire.getRequest(), wire.getAcknowledged());
      return hold(request, to, HoldCall.Operation.RELEASE, Key.of(wire.getKey()), wire.getToken());
    }
    RoutedRequest asked = ofSession(request, wire.getSession(), to);
    RequestId number = number(asked.parts(), wire.getSession(), wire.getRequest());
    return new CommandCall(
        asked,
        number.session(),
        new ReleaseLock(number, wire.getAcknowledged(), WireDecoder.token(wire.getToken())),
        ReplyEncoder.RELEASE);
  }

  private Call setValue(Request request, ReplyTarget to) {
    SetValueRequest wire = request.getSetValue();
    if (wire.getSession() == 0) {
      requireNoNumber(wire.getRequest(), wire.getAcknowledged());
      return hold(
          request, to, HoldCall.Operation.SET_VALUE, Key.of(wire.getKey()), wire.getToken());
    }
    RoutedRequest asked = ofSession(request, wire.getSession(), to);
    RequestId number = number(asked.parts(), wire.getSession(), wire.getRequest());
    Value value = WireDecoder.value(wire.getValue());
    return new CommandCall(
        asked,
        number.session(),
        new SetValue(number, wire.getAcknowledged(), WireDecoder.token(wire.getToken()), value),
        ReplyEncoder.SET_VALUE);
  }

  /** Numbers belong to a session. */
  static void requireNoNumber(long number, long acknowledged) {
    if (number != 0 || acknowledged != 0) {
      throw new IllegalArgumentException(
          "request: %s, acknowledged: %s (expected: 0 without a session)"
              .formatted(Long.toUnsignedString(number), Long.toUnsignedString(acknowledged)));
    }
  }

  private Call hold(
      Request request, ReplyTarget to, HoldCall.Operation operation, Key key, long token) {
    RoutedRequest asked = new RoutedRequest(request, shards.ofKey(key), to);
    Value value =
        operation == HoldCall.Operation.SET_VALUE
            ? WireDecoder.value(request.getSetValue().getValue())
            : Value.NONE;
    return new HoldCall(asked, operation, key, WireDecoder.token(token), value);
  }

  private Call convert(Request request, ReplyTarget to) {
    ConvertRequest wire = request.getConvert();
    RoutedRequest asked = ofSession(request, wire.getSession(), to);
    long wait = WireDecoder.waitMillis(wire.getWaitMs());
    RequestId number = number(asked.parts(), wire.getSession(), wire.getRequest());
    ConvertHold command =
        new ConvertHold(
            number,
            wire.getAcknowledged(),
            WireDecoder.token(wire.getToken()),
            WireDecoder.conversion(wire.getMode(), wire.getModeValue()),
            wait != 0);
    return new WaitingCall(asked, new Terms(ReplyEncoder.CONVERT, wait, metrics), command);
  }

  private Call list(Request request, ReplyTarget to) {
    ListPage page = ListPage.of(request.getList(), shards);
    return new ListCall(
        new RoutedRequest(request, shards.at(page.shard()), to),
        reads,
        snapshots.get(page.shard()),
        page,
        page.shard() == shards.size() - 1);
  }
}
