package io.tenure.server.replication;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** Changes who takes part and who leads. The node must lead the shard that is to change. */
public final class Membership {
  private final RaftServer server;
  private final List<Shard> shards;
  private final ClientId clientId;
  private final Calls calls;

  Membership(RaftServer server, List<Shard> shards, ClientId clientId, Calls calls) {
    this.server = server;
    this.shards = shards;
    this.clientId = clientId;
    this.calls = calls;
  }

  /** The members of a shard, by id. */
  public List<Member> members(int shard) {
    return shards.get(shard).division().getRaftConf().getCurrentPeers().stream()
        .map(Member::of)
        .sorted(Comparator.comparing(Member::id))
        .toList();
  }

  /** Adds a voter to a shard; completes when it has caught up and the change is committed. */
  public CompletableFuture<List<Member>> add(int shard, Member member) {
    return change(
        shard,
        members -> {
          List<Member> changed = new ArrayList<>(members);
          changed.removeIf(each -> each.id().equals(member.id()));
          changed.add(member);
          return changed;
        });
  }

  /** Removes a voter from a shard. */
  public CompletableFuture<List<Member>> remove(int shard, String id) {
    return change(
        shard, members -> members.stream().filter(each -> !each.id().equals(id)).toList());
  }

  private CompletableFuture<List<Member>> change(int shard, UnaryOperator<List<Member>> change) {
    RaftServer.Division division = shards.get(shard).division();
    List<RaftPeer> current = List.copyOf(division.getRaftConf().getCurrentPeers());
    List<RaftPeer> changed = change.apply(members(shard)).stream().map(Member::toPeer).toList();
    SetConfigurationRequest request =
        new SetConfigurationRequest(
            clientId,
            server.getId(),
            division.getMemberId().getGroupId(),
            calls.next(),
            SetConfigurationRequest.Arguments.newBuilder()
                .setServersInNewConf(changed)
                .setServersInCurrentConf(current)
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .build());
    try {
      return server
          .setConfigurationAsync(request)
          .thenCompose(Membership::requireSuccess)
          .thenApply(done -> members(shard));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Hands a shard's leadership over.
   *
   * @param id to whom, or null for whoever of the others has the most of the log, or comes to lead
   *     instead
   */
  public CompletableFuture<String> transferLeadership(int shard, @Nullable String id) {
    RaftServer.Division division = shards.get(shard).division();
    String chosen = id == null ? mostCaughtUp(division) : id;
    if (chosen == null) {
      return CompletableFuture.failedFuture(new IOException("there is no other member"));
    }
    TransferLeadershipRequest request =
        new TransferLeadershipRequest(
            clientId,
            server.getId(),
            division.getMemberId().getGroupId(),
            calls.next(),
            RaftPeerId.valueOf(chosen),
            TimeUnit.SECONDS.toMillis(3));
    try {
      return server
          .transferLeadershipAsync(request)
          .thenCompose(Membership::requireSuccess)
          .thenApply(done -> chosen)
          .exceptionallyCompose(
              thrown -> {
                RaftPeerId leader = division.getInfo().getLeaderId();
                return id != null || leader == null || leader.equals(division.getId())
                    ? CompletableFuture.failedFuture(thrown)
                    : CompletableFuture.completedFuture(leader.toString());
              });
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static @Nullable String mostCaughtUp(RaftServer.Division division) {
    List<RaftPeer> others = new ArrayList<>(division.getRaftConf().getCurrentPeers());
    others.removeIf(peer -> peer.getId().equals(division.getId()));
    if (others.isEmpty()) {
      return null;
    }
    return division.getCommitInfos().stream()
        .filter(info -> others.stream().anyMatch(peer -> isOf(peer, info.getServer().getId())))
        .max(Comparator.comparingLong(info -> info.getCommitIndex()))
        .map(info -> RaftPeerId.valueOf(info.getServer().getId()).toString())
        .orElseGet(() -> others.get(0).getId().toString());
  }

  private static boolean isOf(
      RaftPeer peer, org.apache.ratis.thirdparty.com.google.protobuf.ByteString id) {
    return peer.getId().equals(RaftPeerId.valueOf(id));
  }

  /** Whether this node leads the shard, as far as the engine knows. */
  public boolean leads(int shard) {
    DivisionInfo info = shards.get(shard).division().getInfo();
    return info.isLeader();
  }

  private static CompletableFuture<Void> requireSuccess(RaftClientReply reply) {
    return reply.isSuccess()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(reply.getException());
  }
}
