package io.tenure.client.admin;

import java.time.Duration;
import java.util.Optional;

/**
 * A client's session in one shard, as operators see it.
 *
 * @param remaining how long it is good for without another keep-alive; empty if it ended just now
 * @param holds how many of its requests are granted
 * @param waiting how many of its requests wait
 */
public record SessionView(
    String session,
    String clientName,
    Duration ttl,
    Optional<Duration> remaining,
    int holds,
    int waiting) {}
