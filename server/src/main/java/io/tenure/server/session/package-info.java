/**
 * Which sessions are alive: keep-alives, deadlines and expiry, on the leader alone and on the
 * monotonic clock. {@link io.tenure.server.session.SessionClock} is the entry point.
 *
 * <p>In: keep-alives; sessions that were opened or ended; who leads. Out: answers to keep-alives,
 * and expiries to propose.
 *
 * <p>Threads: any thread, under one lock. Deadlines are checked on the timer thread.
 *
 * <p>May depend on: {@code core.model}, and the plain types of {@code apply}.
 */
@NullMarked
package io.tenure.server.session;

import org.jspecify.annotations.NullMarked;
