package io.tenure.server.api.plain;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.function.Consumer;

/** Receives the end of a plain call: one of the two is called, once, on the loop. */
record PlainCallReceiver<R>(Consumer<R> succeed, Consumer<Throwable> fail) {
  /** The caller itself. */
  static <R> PlainCallReceiver<R> of(ServerCallStreamObserver<R> out) {
    return new PlainCallReceiver<>(
        reply -> {
          out.onNext(reply);
          out.onCompleted();
        },
        out::onError);
  }
}
