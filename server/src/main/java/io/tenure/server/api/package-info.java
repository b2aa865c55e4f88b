/**
 * The service {@code tenure.v1}: {@link io.tenure.server.api.FrontEnd} assembles it, {@link
 * io.tenure.server.api.TenureService} takes streams and plain calls.
 *
 * <p>The way of a request: {@code TenureService} → {@code stream.ConnectStream} or {@code
 * plain.PlainCall}, which know where replies go → {@code call.CallFactory}, which finds the shard
 * and makes a {@code call.Call} of it → the shard, and back to the call with its outcome. A
 * connection belongs to one thread of the transport, its loop. Everything about its calls happens
 * there, and nothing there blocks; other threads post to the loop's mailbox.
 */
@NullMarked
package io.tenure.server.api;

import org.jspecify.annotations.NullMarked;
