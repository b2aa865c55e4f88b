package io.tenure.server.raft.ratis;

import io.tenure.raft.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes who takes part and who leads. The node must lead the shard that is to change. */
public final class Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  /** The longest that a shard takes no commands for the sake of a transfer. */
  private static final long TRANSFER_MILLIS = 2_000;

  /** How often it is looked whether a member can lead by now. */
  private static final int ATTEMPTS = 20;

  private static final Executor SOON = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

  private final RaftServer server;
  private final List<RatisLog> logs;
  private final ClientId clientId;
  private final CallIds calls;

  /** For what may take its time. */
  private final Executor background;

  Membership(
      RaftServer server,
      List<RatisLog> logs,
      ClientId clientId,
      CallIds calls,
      Executor background) {
    this.server = server;
    this.logs = logs;
    this.clientId = clientId;
    this.calls = calls;
    this.background = background;
  }

  /** The members of a shard, by id. */
  public List<Member> members(int shard) {
    return logs.get(shard).members().current().stream()
        .sorted(Comparator.comparing(Member::id))
        .toList();
  }

  /**
   * The members of every shard, by id; during a change both those before it and those after it.
   * Empty while no shard is open.
   */
  public List<Member> ofAnyShard() {
    Map<String, Member> members = new TreeMap<>();
    for (RatisLog log : logs) {
      log.members().all().forEach(member -> members.put(member.id(), member));
    }
    return List.copyOf(members.values());
  }

  /** The members of a shard but this node. */
  public List<Member> others(int shard) {
    return members(shard).stream()
        .filter(member -> !member.id().equals(server.getId().toString()))
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
    RaftServer.Division division = logs.get(shard).division();
    List<RaftPeer> current = List.copyOf(division.getRaftConf().getCurrentPeers());
    List<RaftPeer> changed = change.apply(members(shard)).stream().map(Members::peer).toList();
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
   * Hands a shard's leadership over. The shard takes no commands from then until the other leads,
   * or it is given up; so a member that does not answer, or has much to catch up with, is waited
   * for first, and not even tried if it stays so.
   *
   * @param id to whom, or null for whoever of the others has the most of the log, or comes to lead
   *     instead
   */
  public CompletableFuture<String> transferLeadership(int shard, @Nullable String id) {
    return whenFit(logs.get(shard).division(), id, ATTEMPTS)
        .thenComposeAsync(
            chosen -> {
              // The present one may be one that waits to connect.
              VoteChannels.replace(server, RaftPeerId.valueOf(chosen.id()));
              return transfer(logs.get(shard).division(), chosen, id != null);
            },
            background);
  }

  private static CompletableFuture<Successor> whenFit(
      RaftServer.Division division, @Nullable String id, int attempts) {
    try {
      List<Successor> others = Successor.of(division);
      return CompletableFuture.completedFuture(
          id == null ? Successor.best(others) : Successor.named(others, id));
    } catch (IllegalStateException unfit) {
      return attempts == 1
          ? CompletableFuture.failedFuture(unfit)
          : CompletableFuture.runAsync(() -> {}, SOON)
              .thenCompose(done -> whenFit(division, id, attempts - 1));
    }
  }

  private CompletableFuture<String> transfer(
      RaftServer.Division division, Successor chosen, boolean named) {
    return Transfers.during(division.getMemberId(), () -> offer(division, chosen))
        .thenApply(done -> chosen.id())
        .exceptionallyCompose(
            thrown -> {
              if (isStuck(thrown) && division.getInfo().isLeader()) {
                stepDown(division);
              }
              RaftPeerId leader = division.getInfo().getLeaderId();
              return named || leader == null || leader.equals(division.getId())
                  ? CompletableFuture.failedFuture(thrown)
                  : CompletableFuture.completedFuture(leader.toString());
            });
  }

  private CompletableFuture<Void> offer(RaftServer.Division division, Successor chosen) {
    try {
      return server
          .transferLeadershipAsync(request(division, RaftPeerId.valueOf(chosen.id())))
          .thenCompose(Membership::requireSuccess);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A transfer that fails at once is never forgotten by the engine, which refuses all commands. */
  private static boolean isStuck(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    return message.contains("COMPLETED_EXCEPTIONALLY") || message.contains("): NULL_");
  }

  /** The next leader, which may be this node, begins with a clean slate. */
  private void stepDown(RaftServer.Division division) {
    LOG.warn(
        "leadership of {} could not be transferred; this node steps down", division.getMemberId());
    try {
      var unused = server.transferLeadershipAsync(request(division, null));
    } catch (IOException e) {
      LOG.warn("this node could not step down as leader of {}", division.getMemberId(), e);
    }
  }

  /** To hand leadership over, or to have it taken from this node by whoever gets it. */
  private TransferLeadershipRequest request(
      RaftServer.Division division, @Nullable RaftPeerId next) {
    return new TransferLeadershipRequest(
        clientId,
        server.getId(),
        division.getMemberId().getGroupId(),
        calls.next(),
        next,
        TRANSFER_MILLIS);
  }

  private static CompletableFuture<Void> requireSuccess(RaftClientReply reply) {
    return reply.isSuccess()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(reply.getException());
  }
}
