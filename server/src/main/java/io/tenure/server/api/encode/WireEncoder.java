package io.tenure.server.api.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tenure.core.model.Key;
import io.tenure.core.model.Value;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.GrantCause;
import io.tenure.protocol.v1.Holder;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.Standing;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.Wait;
import io.tenure.server.api.shard.ShardParts;
import java.util.List;

/** From the words of the core to those of the wire: the parts that several replies share. */
public final class WireEncoder {
  private WireEncoder() {}

  static Target target(io.tenure.core.model.Target target) {
    Target.Builder wire = target(target.key(), target.mode());
    return wire.setScope(
            switch (target.scope()) {
              case KEY -> Scope.KEY;
              case SUBTREE -> Scope.SUBTREE;
            })
        .build();
  }

  static Target.Builder target(Key key, io.tenure.core.model.Mode mode) {
    return Target.newBuilder()
        .setKey(key.path())
        .setMode(
            switch (mode.kind()) {
              case EXCLUSIVE -> Mode.EXCLUSIVE;
              case SHARED -> Mode.SHARED;
              case SEMAPHORE -> Mode.SEMAPHORE;
            })
        .setLimit(mode.limit());
  }

  public static List<Target> targets(List<io.tenure.core.model.Target> targets) {
    return targets.stream().map(WireEncoder::target).toList();
  }

  /** The array is a copy already, and nobody else has it. */
  public static ByteString value(Value value) {
    return value.size() == 0 ? ByteString.EMPTY : UnsafeByteOperations.unsafeWrap(value.bytes());
  }

  static Standing standing(ShardParts parts, io.tenure.core.model.Outcome.Standing standing) {
    Standing.Builder wire = Standing.newBuilder().setWaiting(standing.waiting());
    for (io.tenure.core.model.Outcome.Holder holder : standing.holders()) {
      wire.addHolders(
          Holder.newBuilder()
              .setSession(parts.wire(holder.owner().session()))
              .setOwner(holder.owner().label())
              .setKey(holder.key().path())
              .setToken(token(holder)));
    }
    return wire.build();
  }

  /**
   * The token of a hold is no secret, but where it alone is enough to release the hold, those who
   * were refused are not told it.
   */
  private static long token(io.tenure.core.model.Outcome.Holder holder) {
    return ImplicitOwner.is(holder.owner()) ? 0 : holder.token();
  }

  static Wait wait(ShardParts parts, io.tenure.core.model.Outcome.Wait link) {
    return Wait.newBuilder()
        .setSession(parts.wire(link.owner().session()))
        .setOwner(link.owner().label())
        .setKey(link.key().path())
        .setBlockedBySession(parts.wire(link.blockedBy().session()))
        .setBlockedByOwner(link.blockedBy().label())
        .setParty(link.party())
        .setBlockedByParty(link.blockedByParty())
        .build();
  }

  static EndCause endCause(io.tenure.core.model.Event.EndCause cause) {
    return switch (cause) {
      case RELEASED -> EndCause.BY_RELEASE;
      case WITHDRAWN -> EndCause.BY_WITHDRAWAL;
      case SESSION_CLOSED -> EndCause.SESSION_CLOSED;
      case SESSION_EXPIRED -> EndCause.SESSION_EXPIRED;
      case REVOKED -> EndCause.REVOKED;
      case DEADLOCK -> EndCause.BY_DEADLOCK;
      case AWAY -> EndCause.BY_ABSENCE;
    };
  }

  private static GrantCause grantCause(io.tenure.core.model.Event.GrantCause cause) {
    return switch (cause) {
      case ASKED -> GrantCause.ASKED;
      case WAITED -> GrantCause.WAITED;
      case UPGRADED -> GrantCause.UPGRADED;
    };
  }

  static Event event(ShardParts parts, io.tenure.core.model.Event event) {
    Event.Builder wire = Event.newBuilder().setRevision(event.revision());
    if (event instanceof io.tenure.core.model.Event.Granted granted) {
      hold(wire.setKind(EventKind.GRANTED), parts, granted.hold())
          .setRequest(granted.answered().number())
          .setGrantCause(grantCause(granted.cause()))
          .setReplaced(granted.replaced());
    } else if (event instanceof io.tenure.core.model.Event.Queued queued) {
      request(wire.setKind(EventKind.QUEUED), parts, queued.request());
    } else if (event instanceof io.tenure.core.model.Event.Released released) {
      hold(wire.setKind(EventKind.RELEASED), parts, released.hold())
          .setEndCause(endCause(released.cause()));
    } else if (event instanceof io.tenure.core.model.Event.Withdrawn withdrawn) {
      request(wire.setKind(EventKind.WITHDRAWN), parts, withdrawn.request())
          .setEndCause(endCause(withdrawn.cause()));
    } else if (event instanceof io.tenure.core.model.Event.ValueChanged changed) {
      hold(wire.setKind(EventKind.VALUE_CHANGED), parts, changed.hold());
    } else if (event instanceof io.tenure.core.model.Event.Downgraded downgraded) {
      hold(wire.setKind(EventKind.DOWNGRADED), parts, downgraded.hold());
    }
    return wire.build();
  }

  private static Event.Builder hold(
      Event.Builder wire, ShardParts parts, io.tenure.core.model.Hold hold) {
    return wire.setSession(parts.wire(hold.owner().session()))
        .setOwner(hold.owner().label())
        .addAllTargets(targets(hold.targets()))
        .setToken(hold.token())
        .setValue(value(hold.value()))
        .setRequest(hold.request().number());
  }

  private static Event.Builder request(
      Event.Builder wire, ShardParts parts, io.tenure.core.model.WaitingRequest request) {
    return wire.setSession(parts.wire(request.owner().session()))
        .setOwner(request.owner().label())
        .addAllTargets(targets(request.targets()))
        .setValue(value(request.value()))
        .setRequest(request.request().number())
        .setArrival(request.arrival());
  }
}
