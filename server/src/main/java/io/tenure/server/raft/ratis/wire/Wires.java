package io.tenure.server.raft.ratis.wire;

import io.tenure.raft.HostAndPort;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.Channel;
import org.apache.ratis.thirdparty.io.grpc.ClientCall;
import org.apache.ratis.thirdparty.io.grpc.ClientInterceptor;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;

/**
 * Has the engine's channels send entries over connections of this package. A node that does not
 * know them, since it is of another version, gets them through gRPC.
 */
public final class Wires implements ClientInterceptor {
  private static final String ENTRIES = "ratis.grpc.RaftServerProtocolService/appendEntries";
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Since when they are known not to know. */
  private final Map<String, Long> strangers = new ConcurrentHashMap<>();

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    String follower = next.authority();
    if (!method.getFullMethodName().equals(ENTRIES) || isStranger(follower)) {
      return next.newCall(method, options);
    }
    @SuppressWarnings("unchecked") // This method has these types.
    ClientCall<Q, R> call =
        (ClientCall<Q, R>)
            new LeaderEnd(
                HostAndPort.parse(follower), () -> strangers.put(follower, System.nanoTime()));
    return call;
  }

  private boolean isStranger(String address) {
    Long since = strangers.get(address);
    return since != null && System.nanoTime() - since < AGAIN_NANOS;
  }
}
