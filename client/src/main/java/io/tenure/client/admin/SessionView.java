package io.tenure.client.admin;

import java.time.Duration;
import java.util.Optional;

/**
 * A client's session in one shard.
 *
 * @param session the id of the session
 * @param clientName the name of the client
 * @param ttl the TTL of the session
 * @param remaining how long the session is valid without another keep-alive; empty if it has just
 *     ended
 * @param holds the number of its holds
 * @param waiting the number of its waiting requests
 */
public record SessionView(
    String session,
    String clientName,
    Duration ttl,
    Optional<Duration> remaining,
    int holds,
    int waiting) {}
