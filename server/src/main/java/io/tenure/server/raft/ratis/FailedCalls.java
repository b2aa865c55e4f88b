package io.tenure.server.raft.ratis;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.Channel;
import org.apache.ratis.thirdparty.io.grpc.ClientCall;
import org.apache.ratis.thirdparty.io.grpc.ClientInterceptor;
import org.apache.ratis.thirdparty.io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import org.apache.ratis.thirdparty.io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/** Counts the calls of the engine that did not reach the node they were for, or got no answer. */
public final class FailedCalls implements ClientInterceptor {
  private static final Set<Status.Code> FAILED =
      EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED);

  /** By address; there are as many as there are nodes. */
  private final Map<String, Long> counts = new ConcurrentHashMap<>();

  long to(String address) {
    return counts.getOrDefault(address, 0L);
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    String address = next.authority();
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<R>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                if (FAILED.contains(status.getCode())) {
                  counts.merge(address, 1L, Long::sum);
                }
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }
}
