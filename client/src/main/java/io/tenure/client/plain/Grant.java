package io.tenure.client.plain;

import java.time.Duration;

/**
 * The result of a granted request.
 *
 * @param token the fencing token
 * @param ttl how long the hold is valid unless it is renewed, counted from before the request was
 *     sent
 */
public record Grant(long token, Duration ttl) {}
