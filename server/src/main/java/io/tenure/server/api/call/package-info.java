/**
 * One class for each kind of call that holds, changes or keeps something alive, from the decoded
 * request to its last reply. {@link io.tenure.server.api.call.CallFactory} is the entry point for
 * streams and plain calls alike; it also makes the calls of {@code read}.
 *
 * <p>In: a request that found its shard. Out: a command or keep-alive for the shard, and replies to
 * the {@code ReplyTarget}.
 *
 * <p>Threads: the event loop of the connection. Outcomes arrive on the apply thread and are posted
 * to the loop's {@link io.tenure.server.api.request.Mailbox}.
 *
 * <p>May depend on: {@code encode}, {@code error}, {@code forward}, {@code load}, {@code read},
 * {@code request} and {@code shard} of the front end; the shard and its session clock.
 */
@NullMarked
package io.tenure.server.api.call;

import org.jspecify.annotations.NullMarked;
