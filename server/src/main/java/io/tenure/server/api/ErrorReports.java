package io.tenure.server.api;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.tenure.server.thread.NodeThreads;

/**
 * Reports what gRPC would only log: an {@link Error} in a call. It may have left anything half
 * done, so the node must end.
 */
final class ErrorReports implements ServerInterceptor {
  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    try {
      return new Reporting<>(next.startCall(call, headers));
    } catch (Error e) {
      NodeThreads.report(e);
      throw e;
    }
  }

  private static final class Reporting<Q> extends SimpleForwardingServerCallListener<Q> {
    Reporting(ServerCall.Listener<Q> listener) {
      super(listener);
    }

    private static void run(Runnable step) {
      try {
        step.run();
      } catch (Error e) {
        NodeThreads.report(e);
        throw e;
      }
    }

    @Override
    public void onMessage(Q message) {
      run(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      run(super::onHalfClose);
    }

    @Override
    public void onCancel() {
      run(super::onCancel);
    }

    @Override
    public void onComplete() {
      run(super::onComplete);
    }

    @Override
    public void onReady() {
      run(super::onReady);
    }
  }
}
