package io.tenure.raft;

/**
 * A node of the cluster.
 *
 * @param id its name, for ever: a node that has lost its data comes back under another one
 * @param address where clients call it, and other nodes forward their calls
 * @param raftAddress where other nodes reach it: the engine, and what nodes ask each other
 */
public record Member(String id, String address, String raftAddress) {}
