package io.tenure.client.admin;

import java.util.List;

/**
 * The status of a node.
 *
 * @param node the id of the node
 * @param version the version of its software
 * @param shards the shards, as this node sees them
 * @param members the members of the cluster, as far as the node knows them
 */
public record NodeStatus(
    String node, String version, List<ShardStatus> shards, List<Member> members) {
  public NodeStatus {
    shards = List.copyOf(shards);
    members = List.copyOf(members);
  }
}
