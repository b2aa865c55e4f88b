package io.tenure.faults.checker;

import java.time.Duration;

/**
 * Time limits for what must happen eventually.
 *
 * @param progress until every client makes progress after the last fault
 * @param giveBack until a hold is released that was granted to an abandoned request
 * @param recovery until something is granted after a fault was undone: nodes may have to start and
 *     to elect a leader
 * @param ending until, without faults, a hold ends that no client keeps alive: the longest TTL, and
 *     time for the service to notice
 * @param silence until a call is answered while nothing is wrong except a clock
 */
public record Bounds(
    Duration progress, Duration giveBack, Duration recovery, Duration ending, Duration silence) {}
