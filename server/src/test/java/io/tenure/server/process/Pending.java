package io.tenure.server.process;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;

/** A request that was sent, perhaps several times, and what was heard of it. */
final class Pending {
  final Request request;

  /** When it was sent first. */
  final long sentNanos = System.nanoTime();

  /** When it was sent last. */
  long lastSentNanos = sentNanos;

  /** Whether the node that it was sent to last has said that it waits. */
  boolean waits;

  private final CompletableFuture<Reply> queued = new CompletableFuture<>();
  private final CompletableFuture<Reply> reply = new CompletableFuture<>();

  Pending(Request request) {
    this.request = request;
  }

  void heardQueued(Reply interim) {
    waits = true;
    queued.complete(interim);
  }

  void heard(Reply last) {
    reply.complete(last);
  }

  boolean isOpen() {
    return !reply.isDone();
  }

  /** Waits until the service has said that it waits. */
  void awaitQueued() {
    Await.result("queued: " + request, queued);
  }

  /** Waits for the answer. */
  Reply answer() {
    return Await.result("answered: " + request, reply);
  }

  CompletableFuture<Reply> future() {
    return reply;
  }
}
