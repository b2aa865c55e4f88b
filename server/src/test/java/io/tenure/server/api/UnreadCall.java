package io.tenure.server.api;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A plain call whose reply nobody reads until {@link #read}. */
final class UnreadCall<Q, R> extends ClientCall.Listener<R> {
  private final CompletableFuture<Status> end = new CompletableFuture<>();
  private final ClientCall<Q, R> call;

  private UnreadCall(ManagedChannel channel, MethodDescriptor<Q, R> method, Q message) {
    call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(this, new Metadata());
    call.sendMessage(message);
  }

  static <Q, R> UnreadCall<Q, R> send(
      ManagedChannel channel, MethodDescriptor<Q, R> method, Q message) {
    UnreadCall<Q, R> sent = new UnreadCall<>(channel, method, message);
    sent.call.halfClose();
    return sent;
  }

  /** The request is there, but not the end of the call's requests. */
  static <Q, R> UnreadCall<Q, R> sendHalf(
      ManagedChannel channel, MethodDescriptor<Q, R> method, Q message) {
    return new UnreadCall<>(channel, method, message);
  }

  void read() {
    call.request(2);
  }

  boolean isOver() {
    return end.isDone();
  }

  boolean isBroken() {
    return end.isDone() && end.join().getCode() == Status.Code.UNAVAILABLE;
  }

  Status end() {
    return end.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Override
  public void onClose(Status status, @Nullable Metadata trailers) {
    end.complete(status);
  }
}
