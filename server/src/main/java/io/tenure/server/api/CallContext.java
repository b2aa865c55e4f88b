package io.tenure.server.api;

import io.tenure.protocol.v1.Welcome;
import io.tenure.server.api.call.CallFactory;
import io.tenure.server.api.call.CallMetrics;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.load.LoadLimiter;
import io.tenure.server.api.plain.PlainCall;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * What streams and plain calls share.
 *
 * @param meter what is in flight
 * @param plainCalls those that are not answered yet
 * @param loop the loop of the transport's thread that asks
 * @param welcome who this node is and who leads what, as of now
 */
public record CallContext(
    CallFactory calls,
    FrontEndSettings settings,
    CallMetrics metrics,
    LoadLimiter meter,
    Forwarding forwarding,
    Set<PlainCall<?, ?>> plainCalls,
    Supplier<ScheduledExecutorService> loop,
    Supplier<Welcome> welcome) {}
