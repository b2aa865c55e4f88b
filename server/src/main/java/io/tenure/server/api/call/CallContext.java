package io.tenure.server.api.call;

import io.tenure.protocol.v1.Welcome;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.load.LoadLimiter;
import io.tenure.server.config.FrontEndSettings;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * What streams and plain calls share.
 *
 * @param limiter what is in flight
 * @param loop the loop of the transport's thread that asks
 * @param welcome who this node is and who leads what, as of now
 */
public record CallContext(
    CallFactory calls,
    FrontEndSettings settings,
    CallMetrics metrics,
    LoadLimiter limiter,
    Forwarding forwarding,
    Supplier<ScheduledExecutorService> loop,
    Supplier<Welcome> welcome) {}
