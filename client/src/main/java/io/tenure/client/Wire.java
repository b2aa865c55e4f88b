package io.tenure.client;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.WaiterView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** From the words of the protocol to those of this package, and back. */
final class Wire {
  private static final long WAIT_FOREVER = -1;

  private Wire() {}

  // There.

  static AcquireRequest request(LockRequest request) {
    AcquireRequest.Builder wire =
        AcquireRequest.newBuilder()
            .setTtlMs(request.ttl().toMillis())
            .setWaitMs(
                request.maxWait().equals(LockRequest.FOREVER)
                    ? WAIT_FOREVER
                    : request.maxWait().toMillis())
            .setValue(ByteString.copyFromUtf8(request.value()))
            .setClientName(request.clientName());
    request.targets().forEach(target -> wire.addTargets(target(target)));
    return wire.build();
  }

  private static io.tenure.protocol.v1.Target target(Target target) {
    return io.tenure.protocol.v1.Target.newBuilder()
        .setKey(target.key())
        .setMode(io.tenure.protocol.v1.Mode.valueOf(target.mode().name()))
        .setScope(io.tenure.protocol.v1.Scope.valueOf(target.scope().name()))
        .setLimit(target.limit())
        .build();
  }

  static io.tenure.protocol.v1.Member member(Member member) {
    return io.tenure.protocol.v1.Member.newBuilder()
        .setNode(member.node())
        .setAddress(member.address())
        .setRaftAddress(member.raftAddress())
        .build();
  }

  // Back.

  static RefusedException refused(io.tenure.protocol.v1.Refusal wire) {
    return new RefusedException(
        new Refusal(
            Errors.named(Refusal.Kind.class, wire.getKind().name(), Refusal.Kind.UNKNOWN),
            wire.getMessage(),
            wire.getStanding().getHoldersList().stream().map(Wire::holder).toList(),
            wire.getStanding().getWaiting()));
  }

  private static Refusal.Holder holder(io.tenure.protocol.v1.Holder wire) {
    return new Refusal.Holder(
        session(wire.getSession()), wire.getOwner(), wire.getKey(), wire.getToken());
  }

  private static String session(long wire) {
    return Long.toUnsignedString(wire);
  }

  private static List<Target> targets(List<io.tenure.protocol.v1.Target> wire) {
    return wire.stream()
        .map(
            target ->
                new Target(
                    target.getKey(),
                    Errors.named(Mode.class, target.getMode().name(), Mode.EXCLUSIVE),
                    Errors.named(Scope.class, target.getScope().name(), Scope.KEY),
                    target.getLimit()))
        .toList();
  }

  static Hold hold(HoldView wire) {
    return new Hold(
        wire.getToken(),
        session(wire.getSession()),
        wire.getOwner(),
        wire.getClientName(),
        targets(wire.getTargetsList()),
        wire.getValue().toStringUtf8(),
        wire.hasRemainingMs()
            ? Optional.of(Duration.ofMillis(wire.getRemainingMs()))
            : Optional.empty());
  }

  private static Waiter waiter(WaiterView wire) {
    return new Waiter(
        session(wire.getSession()),
        wire.getOwner(),
        wire.getClientName(),
        targets(wire.getTargetsList()),
        Duration.ofMillis(wire.getWaitingMs()));
  }

  static KeyView view(io.tenure.protocol.v1.KeyView wire) {
    return new KeyView(
        wire.getKey(),
        wire.getHoldsList().stream().map(Wire::hold).toList(),
        wire.getHolding(),
        wire.getWaitersList().stream().map(Wire::waiter).toList(),
        wire.getWaiting());
  }

  static LockEvent event(Event wire) {
    return new LockEvent(
        wire.getRevision(),
        Errors.named(LockEvent.Kind.class, wire.getKind().name(), LockEvent.Kind.UNKNOWN),
        session(wire.getSession()),
        wire.getOwner(),
        targets(wire.getTargetsList()),
        wire.getToken(),
        wire.getValue().toStringUtf8(),
        cause(wire));
  }

  private static String cause(Event wire) {
    if (wire.getEndCauseValue() != 0) {
      return wire.getEndCause().name();
    }
    return wire.getGrantCauseValue() == 0 ? "" : wire.getGrantCause().name();
  }

  static List<Member> members(List<io.tenure.protocol.v1.Member> wire) {
    return wire.stream()
        .map(member -> new Member(member.getNode(), member.getAddress(), member.getRaftAddress()))
        .toList();
  }

  static NodeStatus status(StatusReply wire) {
    return new NodeStatus(
        wire.getNode(),
        wire.getVersion(),
        wire.getShardsList().stream().map(Wire::shard).toList(),
        members(wire.getMembersList()));
  }

  private static ShardStatus shard(io.tenure.protocol.v1.ShardStatus wire) {
    return new ShardStatus(
        wire.getShard().getIndex(),
        wire.getShard().getName(),
        wire.getShard().getLeaderNode(),
        wire.getRole(),
        wire.getTerm(),
        wire.getCommittedIndex(),
        wire.getAppliedIndex(),
        wire.getRevision(),
        new ShardStatus.Counts(wire.getSessions(), wire.getHolds(), wire.getWaiting()));
  }
}
