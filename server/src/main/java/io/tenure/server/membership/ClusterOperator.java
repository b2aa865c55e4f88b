package io.tenure.server.membership;

import io.tenure.raft.Member;
import io.tenure.raft.ShardStatus;
import io.tenure.server.api.admin.ClusterOperations;
import io.tenure.server.apply.FailureException;
import io.tenure.server.config.Peer;
import io.tenure.server.shard.Shards;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What operators ask of this node, carried out by its engine. */
public final class ClusterOperator implements ClusterOperations {
  private final Shards engine;
  private final MemberRecords records;
  private final String node;
  private final String version;

  public ClusterOperator(Shards engine, MemberRecords records, String node, String version) {
    this.engine = engine;
    this.records = records;
    this.node = node;
    this.version = version;
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public ShardStatus status(int shard) {
    return engine.shards().get(shard).status();
  }

  @Override
  public List<Member> members() {
    return engine.membership().members(0);
  }

  @Override
  public CompletableFuture<List<Member>> addMember(int shard, Member member) {
    return whereLed(
        shard,
        () -> {
          for (Member known : engine.membership().members(shard)) {
            if (known.equals(member)) {
              return CompletableFuture.completedFuture(engine.membership().members(shard));
            }
            if (known.id().equals(member.id())) {
              return refused(
                  "node: %s is already a member, at %s (expected: a new id for a node that moves)"
                      .formatted(member.id(), known.address()));
            }
            if (known.address().equals(member.address())
                || known.raftAddress().equals(member.raftAddress())) {
              return refused(
                  "node: %s has the same address as the member %s (expected: addresses of its own)"
                      .formatted(member.id(), known.id()));
            }
          }
          return records
              .announce(member, engine.membership().members(shard))
              .thenCompose(announced -> engine.membership().add(shard, member));
        });
  }

  @Override
  public CompletableFuture<List<Member>> removeMember(int shard, String id) {
    return whereLed(
        shard,
        () -> {
          List<Member> members = engine.membership().members(shard);
          if (members.stream().noneMatch(member -> member.id().equals(id))) {
            return CompletableFuture.completedFuture(members);
          }
          if (members.size() == 1) {
            return refused(
                "node: "
                    + id
                    + " is the only member (expected: at least one other member remains)");
          }
          if (!id.equals(node)) {
            return engine.membership().remove(shard, id);
          }
          // A leader cannot leave in good order; the next one removes it.
          return engine
              .membership()
              .transferLeadership(shard, null)
              .thenCompose(
                  next ->
                      CompletableFuture.failedFuture(
                          new FailureException(engine.shards().get(shard).notLeading())));
        });
  }

  @Override
  public CompletableFuture<List<String>> forgetMember(String id) {
    return Peer.isId(id)
        ? records.forget(id, engine.membership().ofAnyShard())
        : CompletableFuture.failedFuture(
            new IllegalArgumentException("node: (expected: " + Peer.ID_RANGE + ")"));
  }

  @Override
  public CompletableFuture<String> transferLeadership(int shard, @Nullable String to) {
    return whereLed(
        shard,
        () -> {
          List<Member> members = engine.membership().members(shard);
          if (to != null && members.stream().noneMatch(member -> member.id().equals(to))) {
            return refused(
                "node: %s is not a member (expected: one of %s)"
                    .formatted(to, members.stream().map(Member::id).toList()));
          }
          if (node.equals(to)) {
            return CompletableFuture.completedFuture(node);
          }
          if (members.size() == 1) {
            return refused(
                "shard " + shard + ": there is no other member that could become leader");
          }
          return engine.membership().transferLeadership(shard, to);
        });
  }

  private <T> CompletableFuture<T> whereLed(int shard, Supplier<CompletableFuture<T>> operation) {
    return engine.shards().get(shard).leadership().leads()
        ? operation.get()
        : CompletableFuture.failedFuture(
            new FailureException(engine.shards().get(shard).notLeading()));
  }

  private static <T> CompletableFuture<T> refused(String message) {
    return CompletableFuture.failedFuture(new IllegalStateException(message));
  }
}
