/**
 * The service {@code tenure.v1}. {@link io.tenure.server.api.FrontEnd} assembles it; {@link
 * io.tenure.server.api.TenureService} accepts streams and plain calls.
 *
 * <p>In: frames and plain calls. Out: replies. A request goes from {@code stream.ConnectStream} or
 * {@code plain.PlainCall}, which know where the reply goes, to {@code call.CallFactory}, which
 * finds the shard and makes a {@code call.Call}, and from there to the shard. The outcome comes
 * back to the call.
 *
 * <p>Threads: everything of a connection runs on its event loop and does not block. Other threads
 * leave messages in the mailbox of the loop.
 *
 * <p>May depend on: the parts of a shard, {@code peer} and {@code thread}; gRPC.
 */
@NullMarked
package io.tenure.server.api;

import org.jspecify.annotations.NullMarked;
