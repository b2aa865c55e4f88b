package io.tenure.client;

/**
 * The leader of an election.
 *
 * @param token the leader's fencing token
 * @param value what the leader proclaims
 * @param session the leader's session
 * @param clientName the name of the leader's client; empty if not known
 */
public record Leader(long token, String value, String session, String clientName) {}
