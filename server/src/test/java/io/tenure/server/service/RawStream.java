package io.tenure.server.service;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A Connect stream that sends bytes as they are, also such as no honest client would send. */
final class RawStream implements StreamObserver<ServerFrame> {
  private final CompletableFuture<ServerFrame> firstReply = new CompletableFuture<>();
  private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
  private final StreamObserver<ByteString> out;

  RawStream(TestNode node) {
    MethodDescriptor<ByteString, ServerFrame> method =
        TenureGrpc.getConnectMethod().toBuilder(
                new Bytes(), TenureGrpc.getConnectMethod().getResponseMarshaller())
            .build();
    out =
        ClientCalls.asyncBidiStreamingCall(
            node.channel().newCall(method, CallOptions.DEFAULT), this);
  }

  void send(ByteString frame) {
    out.onNext(frame);
  }

  void close() {
    out.onCompleted();
  }

  /** The first frame with replies. */
  ServerFrame firstReply() {
    return firstReply.copy().orTimeout(Await.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** How the stream must have failed. */
  CallFailure failure() {
    return CallFailure.in(
        end.copy().orTimeout(Await.PATIENCE_SECONDS, TimeUnit.SECONDS).join().orElse(null));
  }

  @Override
  public void onNext(ServerFrame frame) {
    if (frame.getRepliesCount() > 0) {
      firstReply.complete(frame);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    end.complete(Optional.of(thrown));
  }

  @Override
  public void onCompleted() {
    end.complete(Optional.empty());
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString bytes) {
      return bytes.newInput();
    }

    @Override
    public ByteString parse(InputStream in) {
      try {
        return ByteString.readFrom(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
