package io.tenure.server.api.admin;

import io.tenure.raft.Member;
import io.tenure.raft.ShardStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What operators ask of a node. Changes are made where the shard is led; elsewhere they fail with a
 * {@link io.tenure.server.apply.FailureException} that says where. What the cluster's state forbids
 * fails with any other exception, whose message says why.
 */
public interface ClusterOperations {
  String node();

  String version();

  ShardStatus status(int shard);

  /** The members as this node knows them. */
  List<Member> members();

  CompletableFuture<List<Member>> addMember(int shard, Member member);

  CompletableFuture<List<Member>> removeMember(int shard, String node);

  /**
   * Deletes what the members have recorded about a node that is no member. Any node may be asked.
   *
   * @return the members that had a record of it
   */
  CompletableFuture<List<String>> forgetMember(String node);

  /** Completes with who leads now. Null stands for whoever is best. */
  CompletableFuture<String> transferLeadership(int shard, @Nullable String node);
}
