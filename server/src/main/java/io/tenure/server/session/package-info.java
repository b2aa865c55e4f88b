/**
 * Who is alive: keep-alives, deadlines and expiry, on the leader alone and on the monotonic clock.
 *
 * <p>May depend on the core and on {@code replication}'s plain types. Keep-alives come in on any
 * thread; deadlines are looked at on the timer thread.
 */
@NullMarked
package io.tenure.server.session;

import org.jspecify.annotations.NullMarked;
