package io.tenure.server.api.forward;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Notices whether a call to another node ever left this one. One that waited for a connection, or
 * met one that broke before it was usable, did not, whatever the error looks like.
 */
public final class SendTracker extends ClientStreamTracer.Factory {
  private volatile boolean left;

  public CallOptions observe(CallOptions options) {
    return options.withStreamTracerFactory(this);
  }

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    return new ClientStreamTracer() {
      /** The system has taken the headers; without them the other side has no call. */
      @Override
      public void outboundHeaders() {
        left = true;
      }
    };
  }

  /** Whether a call that ended like this cannot have been executed, since it never left. */
  public boolean neverLeft(@Nullable Throwable thrown) {
    if (left || thrown == null) {
      return false;
    }
    Status.Code code = Status.fromThrowable(thrown).getCode();
    return code == Status.Code.UNAVAILABLE || code == Status.Code.CANCELLED;
  }
}
