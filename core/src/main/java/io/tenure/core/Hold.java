package io.tenure.core;

import java.util.List;

/**
 * A granted request.
 *
 * @param token the fencing token: the revision of the grant
 * @param request the request that was granted
 * @param targets in key order
 */
public record Hold(
    long token, OwnerId owner, RequestId request, List<Target> targets, Value value) {}
