package io.tenure.faults.fill;

import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A filler that has many requests in flight, and pauses after a refusal. */
abstract class Pipelined extends Filler {
  private static final long REFUSED_MILLIS = 500;

  private final Semaphore free;
  private volatile boolean refused;
  private volatile long refusedNanos;

  Pipelined(String name, List<String> endpoints, int first, int mostInFlight) {
    super(name, endpoints, first);
    this.free = new Semaphore(mostInFlight);
  }

  /** Whether something may be sent now; it must be then. */
  final boolean mayGo() {
    boolean pauses =
        refused && System.nanoTime() - refusedNanos < TimeUnit.MILLISECONDS.toNanos(REFUSED_MILLIS);
    if (pauses || !free.tryAcquire()) {
      return false;
    }
    refused = false;
    return true;
  }

  final void send(AcquireRequest request) {
    calls.async().acquire(request, new Reply<>(this::heard));
  }

  final void send(OpenSessionRequest request) {
    calls.async().openSession(request, new Reply<OpenSessionReply>(reply -> tally.count("opened")));
  }

  private void heard(AcquireReply reply) {
    if (reply.hasRefusal()) {
      tally.refused(reply.getRefusal());
    } else {
      tally.count("granted");
    }
  }

  private final class Reply<T> implements StreamObserver<T> {
    private final Consumer<T> action;

    Reply(Consumer<T> action) {
      this.action = action;
    }

    @Override
    public void onNext(T reply) {
      action.accept(reply);
    }

    @Override
    public void onError(Throwable thrown) {
      free.release();
      refusedNanos = System.nanoTime();
      refused = true;
      tally.failed(thrown);
      goOnAfter(thrown);
    }

    @Override
    public void onCompleted() {
      free.release();
    }
  }
}
