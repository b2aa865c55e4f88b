package io.tenure.server.api.plain;

import io.grpc.stub.ServerCallStreamObserver;
import io.tenure.server.api.call.CallContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts plain calls, and stops those that are not answered when the node stops. */
public final class PlainCalls {
  private final CallContext context;
  private final Set<PlainCall<?, ?>> open = ConcurrentHashMap.newKeySet();

  public PlainCalls(CallContext context) {
    this.context = context;
  }

  CallContext context() {
    return context;
  }

  /** To be called in the handler of the call. */
  public <Q, R> void start(PlainForm<Q, R> form, Q message, ServerCallStreamObserver<R> out) {
    PlainCall<Q, R> call = new PlainCall<>(this, form, message, PlainCallReceiver.of(out));
    out.setOnCancelHandler(call::cancelled);
    call.start();
  }

  void opened(PlainCall<?, ?> call) {
    open.add(call);
  }

  void ended(PlainCall<?, ?> call) {
    open.remove(call);
  }

  public void stop() {
    for (PlainCall<?, ?> call : open) {
      call.loop().execute(call::stop);
    }
  }
}
