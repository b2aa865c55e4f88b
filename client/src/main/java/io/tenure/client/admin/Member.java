package io.tenure.client.admin;

/**
 * A member of a cluster.
 *
 * @param node the id of the node
 * @param address the address for clients
 * @param raftAddress the address for the other nodes
 */
public record Member(String node, String address, String raftAddress) {}
