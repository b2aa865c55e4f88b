package io.tenure.server.process;

import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Target;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A session of a client, with its numbers and what is known of its term. Safe for any thread. */
final class KeptSession {
  private final FailoverClient client;
  private final long id;
  private final long ttlMillis;
  private final AtomicLong numbers = new AtomicLong();
  private volatile long keptNanos;
  private volatile boolean lost;

  /** The one that is under way; for the client's loop alone. */
  private @Nullable Pending keepingAlive;

  KeptSession(FailoverClient client, long id, long ttlMillis, long openedNanos) {
    this.client = client;
    this.id = id;
    this.ttlMillis = ttlMillis;
    this.keptNanos = openedNanos;
  }

  long id() {
    return id;
  }

  /** Until when the service has promised that it lives, on this process's clock. */
  long promisedNanos() {
    return keptNanos + ttlMillis * 1_000_000;
  }

  /** Whether the service has said that there is no such session. */
  boolean isLost() {
    return lost;
  }

  long nextNumber() {
    return numbers.incrementAndGet();
  }

  /** One at a time. */
  void keepAlive() {
    if (keepingAlive != null && keepingAlive.isOpen()) {
      return;
    }
    Pending asked = client.send(FailoverClient.keepAlive(id));
    keepingAlive = asked;
    var unused =
        asked
            .future()
            .thenAccept(
                reply -> {
                  if (reply.hasKeepAlive()) {
                    keptNanos = asked.sentNanos;
                  } else {
                    lost = true;
                  }
                });
  }

  /** Asks for the key, as another owner each time; waits in the queue as long as it takes. */
  Pending acquire(String key) {
    return client.send(acquiring(nextNumber(), key, -1));
  }

  Request.Builder acquiring(long number, String key, long waitMillis) {
    return Request.newBuilder()
        .setAcquire(
            AcquireRequest.newBuilder()
                .setSession(id)
                .setRequest(number)
                .setOwner("owner-" + number)
                .addTargets(Target.newBuilder().setKey(key))
                .setWaitMs(waitMillis));
  }

  Pending release(long token) {
    return client.send(
        Request.newBuilder()
            .setRelease(
                ReleaseRequest.newBuilder()
                    .setSession(id)
                    .setRequest(nextNumber())
                    .setToken(token)));
  }

  static Granted granted(Reply reply) {
    if (!reply.getAcquire().hasGranted()) {
      throw new AssertionError("not granted: " + reply);
    }
    return reply.getAcquire().getGranted();
  }
}
