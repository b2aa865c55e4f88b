package io.tenure.faults.fill;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.TenureGrpc;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Plain calls to one node after the other. For one thread, but for {@link #async}. */
final class Calls implements AutoCloseable {
  /** Lives as long as a session can without being kept alive. */
  static final OpenSessionRequest LONG_SESSION =
      OpenSessionRequest.newBuilder().setTtlMs(600_000).setClientName("fill").build();

  private static final long TRY_SECONDS = 10;

  private final List<ManagedChannel> channels;
  private final AtomicInteger current;

  Calls(List<String> endpoints, int first) {
    this.channels =
        endpoints.stream()
            .map(endpoint -> ManagedChannelBuilder.forTarget(endpoint).usePlaintext().build())
            .toList();
    this.current = new AtomicInteger(first);
  }

  /** Once, at the node that answered last; after a failure the next one is asked. */
  <T> T once(Function<TenureGrpc.TenureBlockingStub, T> call) {
    try {
      return call.apply(
          TenureGrpc.newBlockingStub(channel()).withDeadlineAfter(TRY_SECONDS, TimeUnit.SECONDS));
    } catch (StatusRuntimeException e) {
      next();
      throw e;
    }
  }

  TenureGrpc.TenureStub async() {
    return TenureGrpc.newStub(channel());
  }

  void next() {
    current.incrementAndGet();
    channel().resetConnectBackoff();
  }

  long open() {
    return once(stub -> stub.openSession(LONG_SESSION)).getSession();
  }

  private ManagedChannel channel() {
    return channels.get(Math.floorMod(current.get(), channels.size()));
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
