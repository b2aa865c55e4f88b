package io.tenure.client.internal.call;

import com.google.protobuf.ByteString;
import io.tenure.client.LockEvent;
import io.tenure.client.Mode;
import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.client.admin.Member;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.SessionPage;
import io.tenure.client.admin.SessionView;
import io.tenure.client.admin.ShardStatus;
import io.tenure.client.admin.StateComparison;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.DeadlockLink;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.plain.PlainRequest;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.Holder;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WaiterView;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CompareStateReply;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReplicaChecksum;
import io.tenure.protocol.v1.StatusReply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Converts between the protocol's messages and the client's API types. */
public final class WireCodec {
  private static final long WAIT_FOREVER = -1;

  private WireCodec() {}

  // ------------------------------------------------------------------------- to the protocol

  public static AcquireRequest request(PlainRequest request) {
    AcquireRequest.Builder wire =
        AcquireRequest.newBuilder()
            .setTtlMs(request.ttl().toMillis())
            .setWaitMs(waitMillis(request.maxWait()))
            .setValue(ByteString.copyFromUtf8(request.value()))
            .setClientName(request.clientName());
    request.targets().forEach(target -> wire.addTargets(target(target)));
    return wire.build();
  }

  /** Rounds up: 0 would mean not to wait. */
  private static long waitMillis(Duration maxWait) {
    if (maxWait.equals(PlainRequest.FOREVER)) {
      return WAIT_FOREVER;
    }
    return maxWait.isZero() ? 0 : Math.max(1, maxWait.toMillis());
  }

  public static io.tenure.protocol.v1.Target target(Target target) {
    return io.tenure.protocol.v1.Target.newBuilder()
        .setKey(target.key())
        .setMode(io.tenure.protocol.v1.Mode.valueOf(target.mode().name()))
        .setScope(io.tenure.protocol.v1.Scope.valueOf(target.scope().name()))
        .setLimit(target.limit())
        .build();
  }

  public static io.tenure.protocol.v1.Member member(Member member) {
    return io.tenure.protocol.v1.Member.newBuilder()
        .setNode(member.node())
        .setAddress(member.address())
        .setRaftAddress(member.raftAddress())
        .build();
  }

  // ----------------------------------------------------------------------- from the protocol

  public static TenureException refusal(Refusal wire) {
    List<Holder> holders =
        wire.getStanding().getHoldersList().stream().map(WireCodec::holder).toList();
    int waiting = wire.getStanding().getWaiting();
    return switch (wire.getKind()) {
      case BUSY -> new NotAcquiredException(Reason.BUSY, wire.getMessage(), holders, waiting);
      case TIMED_OUT -> new TimedOutException(wire.getMessage(), holders, waiting);
      case DEADLOCK ->
          new DeadlockException(
              wire.getMessage(), wire.getCycleList().stream().map(WireCodec::wait).toList());
      default ->
          new RefusedException(
              ErrorMapping.named(Reason.class, wire.getKind().name(), Reason.UNKNOWN),
              wire.getMessage(),
              null);
    };
  }

  private static Holder holder(io.tenure.protocol.v1.Holder wire) {
    return new Holder(session(wire.getSession()), wire.getOwner(), wire.getKey(), wire.getToken());
  }

  private static DeadlockLink wait(io.tenure.protocol.v1.Wait wire) {
    return new DeadlockLink(
        session(wire.getSession()),
        wire.getOwner(),
        wire.getParty(),
        wire.getKey(),
        session(wire.getBlockedBySession()),
        wire.getBlockedByOwner(),
        wire.getBlockedByParty());
  }

  public static String session(long wire) {
    return Long.toUnsignedString(wire);
  }

  private static List<Target> targets(List<io.tenure.protocol.v1.Target> wire) {
    return wire.stream()
        .map(
            target ->
                new Target(
                    target.getKey(),
                    ErrorMapping.named(Mode.class, target.getMode().name(), Mode.EXCLUSIVE),
                    ErrorMapping.named(Scope.class, target.getScope().name(), Scope.KEY),
                    target.getLimit()))
        .toList();
  }

  public static HoldView hold(io.tenure.protocol.v1.HoldView wire) {
    return new HoldView(
        wire.getToken(),
        session(wire.getSession()),
        wire.getOwner(),
        wire.getClientName(),
        targets(wire.getTargetsList()),
        wire.getValue().toStringUtf8(),
        remaining(wire.hasRemainingMs(), wire.getRemainingMs()));
  }

  /** Only the leader knows it. */
  private static Optional<Duration> remaining(boolean isKnown, long millis) {
    return isKnown ? Optional.of(Duration.ofMillis(millis)) : Optional.empty();
  }

  private static WaiterView waiter(io.tenure.protocol.v1.WaiterView wire) {
    return new WaiterView(
        session(wire.getSession()),
        wire.getOwner(),
        wire.getClientName(),
        targets(wire.getTargetsList()),
        Duration.ofMillis(wire.getWaitingMs()));
  }

  public static KeyView view(GetReply wire) {
    return view(wire.getView(), wire.getRevision());
  }

  public static KeyPage page(ListReply wire) {
    return new KeyPage(
        wire.getKeysList().stream().map(view -> view(view, wire.getRevision())).toList(),
        wire.getNextPageToken(),
        wire.getRevision());
  }

  private static KeyView view(io.tenure.protocol.v1.KeyView wire, long revision) {
    return new KeyView(
        wire.getKey(),
        revision,
        wire.getHoldsList().stream().map(WireCodec::hold).toList(),
        wire.getHolding(),
        wire.getWaitersList().stream().map(WireCodec::waiter).toList(),
        wire.getWaiting());
  }

  public static LockEvent event(Event wire) {
    return new LockEvent(
        wire.getRevision(),
        ErrorMapping.named(LockEvent.Kind.class, wire.getKind().name(), LockEvent.Kind.UNKNOWN),
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

  public static List<Member> members(List<io.tenure.protocol.v1.Member> wire) {
    return wire.stream()
        .map(member -> new Member(member.getNode(), member.getAddress(), member.getRaftAddress()))
        .toList();
  }

  public static NodeStatus status(StatusReply wire) {
    return new NodeStatus(
        wire.getNode(),
        wire.getVersion(),
        wire.getShardsList().stream().map(WireCodec::shard).toList(),
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

  public static SessionPage page(ListSessionsReply wire) {
    return new SessionPage(
        wire.getSessionsList().stream().map(WireCodec::session).toList(), wire.getNextPageToken());
  }

  private static SessionView session(io.tenure.protocol.v1.SessionView wire) {
    return new SessionView(
        session(wire.getSession()),
        wire.getClientName(),
        Duration.ofMillis(wire.getTtlMs()),
        remaining(wire.hasRemainingMs(), wire.getRemainingMs()),
        wire.getHolds(),
        wire.getWaiting());
  }

  public static StateComparison comparison(CompareStateReply wire) {
    Map<String, OptionalLong> checksums = new LinkedHashMap<>();
    for (ReplicaChecksum replica : wire.getReplicasList()) {
      checksums.put(
          replica.getNode(),
          replica.hasChecksum() ? OptionalLong.of(replica.getChecksum()) : OptionalLong.empty());
    }
    StateComparison.Result result =
        switch (wire.getResult()) {
          case EQUAL -> StateComparison.Result.EQUAL;
          case DIFFERS -> StateComparison.Result.DIFFERS;
          case UNKNOWN, RESULT_UNSPECIFIED, UNRECOGNIZED -> StateComparison.Result.UNKNOWN;
        };
    return new StateComparison(wire.getIndex(), result, checksums);
  }
}
