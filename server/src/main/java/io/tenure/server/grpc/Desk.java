package io.tenure.server.grpc;

import io.tenure.protocol.v1.Welcome;
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
record Desk(
    Calls calls,
    FrontEndSettings settings,
    CallMetrics metrics,
    LoadMeter meter,
    Forwarding forwarding,
    Set<PlainCall<?, ?>> plainCalls,
    Supplier<ScheduledExecutorService> loop,
    Supplier<Welcome> welcome) {}
