package io.tenure.faults.fill;

import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Target;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An ordinary client that reads, and asks for one lock, over and over: what it notices is what
 * everybody notices. A refusal is an answer, and so is one that names a limit.
 */
final class Probe implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;
  private static final String KEY = "/probe";

  private final Calls calls;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile long lastAnswerNanos = System.nanoTime();
  private volatile long longestNanos;
  private final AtomicLong granted = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  Probe(List<String> endpoints) {
    this.calls = new Calls(endpoints, 0);
    this.thread = new Thread(this::run, "probe");
    this.thread.setDaemon(true);
    this.thread.start();
  }

  private void run() {
    while (!stopped) {
      try {
        calls.once(stub -> stub.get(GetRequest.newBuilder().setKey(KEY).build()));
        ask();
        noteAnswer();
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() == io.grpc.Status.Code.RESOURCE_EXHAUSTED) {
          refused.incrementAndGet();
          noteAnswer();
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void ask() {
    AcquireReply reply =
        calls.once(
            stub ->
                stub.acquire(
                    AcquireRequest.newBuilder()
                        .setTtlMs(1_000)
                        .addTargets(Target.newBuilder().setKey(KEY))
                        .build()));
    if (reply.hasGranted()) {
      granted.incrementAndGet();
      long token = reply.getGranted().getToken();
      calls.once(
          stub -> stub.release(ReleaseRequest.newBuilder().setKey(KEY).setToken(token).build()));
    } else {
      refused.incrementAndGet();
    }
  }

  private void noteAnswer() {
    long now = System.nanoTime();
    longestNanos = Math.max(longestNanos, now - lastAnswerNanos);
    lastAnswerNanos = now;
  }

  long granted() {
    return granted.get();
  }

  long refused() {
    return refused.get();
  }

  long answered() {
    return granted() + refused();
  }

  void forgetLongest() {
    longestNanos = 0;
  }

  /** The longest time without an answer, up to now. */
  double longestSeconds() {
    return Math.max(longestNanos, System.nanoTime() - lastAnswerNanos) / 1e9;
  }

  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    calls.close();
  }
}
