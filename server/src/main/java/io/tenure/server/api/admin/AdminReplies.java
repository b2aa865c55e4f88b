package io.tenure.server.api.admin;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.apply.FailureException;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Answers operators' calls: with the result, or with the error that an exception stands for. */
final class AdminReplies {
  private AdminReplies() {}

  static <R> void answer(Supplier<CompletableFuture<R>> action, StreamObserver<R> out) {
    CompletableFuture<R> future;
    try {
      future = action.get();
    } catch (RuntimeException thrown) {
      out.onError(Errors.status(errorOf(thrown)));
      return;
    }
    var unused =
        future.whenComplete(
            (reply, thrown) -> {
              if (thrown == null) {
                out.onNext(reply);
                out.onCompleted();
              } else {
                if (cause(thrown) instanceof java.lang.Error error) {
                  NodeThreads.report(error); // The future keeps it to itself.
                }
                out.onError(Errors.status(errorOf(thrown)));
              }
            });
  }

  private static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Whatever an operation may end with. */
  static Error errorOf(Throwable thrown) {
    Throwable cause = cause(thrown);
    Error parsed = Errors.parse(cause);
    if (parsed != null) {
      return parsed;
    } else if (cause instanceof FailureException failed) {
      return Errors.of(failed.failure());
    } else if (cause instanceof CallRefused refused) {
      return refused.error();
    } else if (cause instanceof IllegalArgumentException) {
      return Errors.invalid(String.valueOf(cause.getMessage()));
    } else if (cause instanceof StatusRuntimeException lost) {
      return Errors.error(Reason.LEADERSHIP_LOST, "the leader was lost: " + lost.getMessage());
    }
    // The engine's go on with the stack trace of another node.
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return Errors.error(Reason.CLUSTER_STATE, message);
  }
}
