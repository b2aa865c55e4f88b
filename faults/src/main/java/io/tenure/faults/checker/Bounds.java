package io.tenure.faults.checker;

import java.time.Duration;

/**
 * How long things may take that must happen at some time.
 *
 * @param progress until everybody gets something done again when all faults are over
 * @param giveBack until what was granted to a request that had been given up is given back
 * @param recovery until something is granted again when all that was done is taken back: nodes may
 *     have to start, and to find a leader
 * @param ending until in a calm nothing is held any more that nobody keeps alive: the longest TTL,
 *     and some time for the service to notice
 * @param silence until somebody is answered again while nothing is wrong but a clock
 */
public record Bounds(
    Duration progress, Duration giveBack, Duration recovery, Duration ending, Duration silence) {}
