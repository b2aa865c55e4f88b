/**
 * What every call is made of: the decoded request, its shard, and where its replies go. {@link
 * io.tenure.server.api.request.Call} is the base of the calls in {@code call} and {@code read}.
 *
 * <p>In: outcomes, failures and results of reads, from other threads. Out: replies to the {@link
 * io.tenure.server.api.request.ReplyTarget}.
 *
 * <p>Threads: the event loop of the connection. What other threads report is posted to the loop's
 * {@link io.tenure.server.api.request.Mailbox}.
 *
 * <p>May depend on: {@code encode}, {@code error}, {@code load} and {@code shard} of the front end.
 */
@NullMarked
package io.tenure.server.api.request;

import org.jspecify.annotations.NullMarked;
