package io.tenure.client;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.StatusReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** From the words of the protocol to those of this package, and back. */
final class Wire {
  private static final long WAIT_FOREVER = -1;

  private Wire() {}

  // There.

  static AcquireRequest request(PlainRequest request) {
    AcquireRequest.Builder wire =
        AcquireRequest.newBuilder()
            .setTtlMs(request.ttl().toMillis())
            .setWaitMs(waitMillis(request.maxWait()))
            .setValue(ByteString.copyFromUtf8(request.value()))
            .setClientName(request.clientName());
    request.targets().forEach(target -> wire.addTargets(target(target)));
    return wire.build();
  }

  /** Zero would be not to wait at all. */
  private static long waitMillis(Duration maxWait) {
    if (maxWait.equals(PlainRequest.FOREVER)) {
      return WAIT_FOREVER;
    }
    return maxWait.isZero() ? 0 : Math.max(1, maxWait.toMillis());
  }

  static io.tenure.protocol.v1.Target target(Target target) {
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

  static TenureException refusal(Refusal wire) {
    List<Holder> holders = wire.getStanding().getHoldersList().stream().map(Wire::holder).toList();
    int waiting = wire.getStanding().getWaiting();
    return switch (wire.getKind()) {
      case BUSY -> new NotAcquiredException(Reason.BUSY, wire.getMessage(), holders, waiting);
      case TIMED_OUT -> new TimedOutException(wire.getMessage(), holders, waiting);
      case DEADLOCK ->
          new DeadlockException(
              wire.getMessage(), wire.getCycleList().stream().map(Wire::wait).toList());
      default ->
          new RefusedException(
              Errors.named(Reason.class, wire.getKind().name(), Reason.UNKNOWN),
              wire.getMessage(),
              null);
    };
  }

  private static Holder holder(io.tenure.protocol.v1.Holder wire) {
    return new Holder(session(wire.getSession()), wire.getOwner(), wire.getKey(), wire.getToken());
  }

  private static Wait wait(io.tenure.protocol.v1.Wait wire) {
    return new Wait(
        session(wire.getSession()),
        wire.getOwner(),
        wire.getParty(),
        wire.getKey(),
        session(wire.getBlockedBySession()),
        wire.getBlockedByOwner(),
        wire.getBlockedByParty());
  }

  static String session(long wire) {
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

  static HoldView hold(io.tenure.protocol.v1.HoldView wire) {
    return new HoldView(
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

  private static WaiterView waiter(io.tenure.protocol.v1.WaiterView wire) {
    return new WaiterView(
        session(wire.getSession()),
        wire.getOwner(),
        wire.getClientName(),
        targets(wire.getTargetsList()),
        Duration.ofMillis(wire.getWaitingMs()));
  }

  static KeyView view(GetReply wire) {
    return view(wire.getView(), wire.getRevision());
  }

  static KeyPage page(ListReply wire) {
    return new KeyPage(
        wire.getKeysList().stream().map(view -> view(view, wire.getRevision())).toList(),
        wire.getNextPageToken(),
        wire.getRevision());
  }

  private static KeyView view(io.tenure.protocol.v1.KeyView wire, long revision) {
    return new KeyView(
        wire.getKey(),
        revision,
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
