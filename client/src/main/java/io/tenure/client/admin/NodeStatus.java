package io.tenure.client.admin;

import java.util.List;

/** What a node knows about itself and its cluster. */
public record NodeStatus(
    String node, String version, List<ShardStatus> shards, List<Member> members) {
  public NodeStatus {
    shards = List.copyOf(shards);
    members = List.copyOf(members);
  }
}
