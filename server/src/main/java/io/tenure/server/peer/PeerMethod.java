package io.tenure.server.peer;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A call that other nodes make to this one on the node port.
 *
 * @param name the full gRPC name, {@code package.Service/Method}
 * @param quick whether it neither waits nor writes to the disk, so that the network's thread may
 *     run it
 * @param answer from the request message to the reply message. A failure with an {@link
 *     IllegalArgumentException} blames the caller.
 */
public record PeerMethod(
    String name, boolean quick, Function<byte[], CompletableFuture<byte[]>> answer) {}
