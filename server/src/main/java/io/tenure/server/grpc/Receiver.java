package io.tenure.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.function.Consumer;

/** Who waits for how a plain call ends; hears one of the two, once, on the loop. */
record Receiver<R>(Consumer<R> succeed, Consumer<Throwable> fail) {
  /** The caller itself. */
  static <R> Receiver<R> of(ServerCallStreamObserver<R> out) {
    return new Receiver<>(
        reply -> {
          out.onNext(reply);
          out.onCompleted();
        },
        out::onError);
  }
}
