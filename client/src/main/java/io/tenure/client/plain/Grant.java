package io.tenure.client.plain;

import java.time.Duration;

/**
 * A request was granted.
 *
 * @param token the fencing token
 * @param ttl how long the hold is good for, counted from before the request was sent
 */
public record Grant(long token, Duration ttl) {}
