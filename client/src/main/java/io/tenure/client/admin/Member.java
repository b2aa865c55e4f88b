package io.tenure.client.admin;

/**
 * A node that belongs to a cluster.
 *
 * @param address where clients reach it
 * @param raftAddress where the other nodes reach it
 */
public record Member(String node, String address, String raftAddress) {}
