package io.tenure.client;

/**
 * Who leads.
 *
 * @param token the leader's fencing token
 * @param value what it proclaims
 * @param clientName what its client calls itself; empty if that is not known
 */
public record Leader(long token, String value, String session, String clientName) {}
