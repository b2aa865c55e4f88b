package io.tenure.server.process;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client as the protocol wants it: one stream to the node that leads. Whatever is unanswered when
 * the stream breaks, falls silent or is turned away goes out again, under the same numbers, to
 * whoever leads then. Sessions are kept alive.
 */
final class FailoverClient implements AutoCloseable {
  private static final long PAUSE_MILLIS = 30;
  private static final long KEEP_ALIVE_MILLIS = 300;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Of requests with values of 4 KiB, far below the largest frame that a server takes. */
  private static final int REQUESTS_PER_FRAME = 50;

  /** What says that it must be asked elsewhere, or later. */
  private static final Set<Reason> AGAIN =
      EnumSet.of(
          Reason.NOT_LEADER,
          Reason.NO_LEADER,
          Reason.LEADERSHIP_LOST,
          Reason.SHUTTING_DOWN,
          Reason.OVERLOADED);

  private final List<String> addresses;
  private final ScheduledExecutorService loop =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "failover-client"));
  private final Map<Long, KeptSession> kept = new ConcurrentHashMap<>();

  // From here on for the loop alone.

  private final Map<Long, Pending> open = new LinkedHashMap<>();
  private long lastCorrelation;
  private int turn;
  private boolean moving;
  private @Nullable Line line;

  FailoverClient(String... addresses) {
    this.addresses = List.of(addresses);
    loop.execute(() -> connect(this.addresses.get(0)));
    var unused =
        loop.scheduleWithFixedDelay(
            this::tick, KEEP_ALIVE_MILLIS, KEEP_ALIVE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Opens a session and keeps it alive from then on. */
  KeptSession openSession(long ttlMillis) {
    OpenSessionRequest request =
        OpenSessionRequest.newBuilder()
            .setTtlMs(ttlMillis)
            .setNonce(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE))
            .build();
    Pending opening = send(Request.newBuilder().setOpenSession(request));
    Reply reply = opening.answer();
    if (!reply.hasOpenSession()) {
      throw new AssertionError("no session: " + reply);
    }
    KeptSession session =
        new KeptSession(this, reply.getOpenSession().getSession(), ttlMillis, opening.sentNanos);
    kept.put(session.id(), session);
    return session;
  }

  /** No keep-alive for it any more. One may still be under way. */
  void leaveAlone(KeptSession session) {
    kept.remove(session.id());
  }

  Pending send(Request.Builder request) {
    Pending pending = new Pending(request.clone().setCorrelation(0).build());
    loop.execute(() -> send(pending));
    return pending;
  }

  private void send(Pending pending) {
    long correlation = ++lastCorrelation;
    open.put(correlation, pending);
    if (line != null) {
      pending.lastSentNanos = System.nanoTime();
      line.send(pending.request.toBuilder().setCorrelation(correlation).build());
    }
  }

  private void connect(String address) {
    moving = false;
    Line[] self = new Line[1];
    Line next =
        new Line(
            address,
            true,
            frame -> later(() -> heard(self[0], frame)),
            () -> later(() -> broken(self[0])));
    self[0] = next;
    line = next;
    resend(next);
  }

  private void later(Runnable task) {
    if (!loop.isShutdown()) {
      loop.execute(task);
    }
  }

  private void resend(Line to) {
    List<Request> all = new ArrayList<>();
    open.forEach(
        (correlation, pending) -> {
          pending.lastSentNanos = System.nanoTime();
          pending.waits = false;
          all.add(pending.request.toBuilder().setCorrelation(correlation).build());
        });
    to.send(List.of()); // The greeting, also if nothing is under way.
    for (int from = 0; from < all.size(); from += REQUESTS_PER_FRAME) {
      to.send(all.subList(from, Math.min(all.size(), from + REQUESTS_PER_FRAME)));
    }
  }

  private void heard(Line from, ServerFrame frame) {
    for (Reply reply : frame.getRepliesList()) {
      if (from == line) {
        heard(reply);
      }
    }
  }

  private void heard(Reply reply) {
    Pending pending = open.get(reply.getCorrelation());
    if (pending == null) {
      return;
    }
    if (reply.getAcquire().getResultCase() == AcquireReply.ResultCase.QUEUED) {
      pending.heardQueued(reply);
    } else if (AGAIN.contains(reply.getError().getReason())) {
      move(reply.getError().getLeaderAddress());
    } else {
      open.remove(reply.getCorrelation());
      pending.heard(reply);
    }
  }

  private void broken(Line which) {
    if (which == line) {
      move("");
    }
  }

  /** Goes where it was told to, or asks the next one in a moment. */
  private void move(String hint) {
    if (line != null) {
      line.close();
      line = null;
    }
    if (!hint.isEmpty()) {
      connect(hint);
    } else if (!moving) {
      moving = true;
      turn = (turn + 1) % addresses.size();
      String next = addresses.get(turn);
      var unused = loop.schedule(() -> connect(next), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void tick() {
    long now = System.nanoTime();
    if (line != null
        && open.values().stream()
            .anyMatch(each -> !each.waits && now - each.lastSentNanos > PATIENCE_NANOS)) {
      move("");
    }
    for (KeptSession session : kept.values()) {
      session.keepAlive();
    }
  }

  static Request.Builder keepAlive(long session) {
    return Request.newBuilder().setKeepAlive(KeepAliveRequest.newBuilder().setSession(session));
  }

  @Override
  public void close() {
    loop.execute(
        () -> {
          if (line != null) {
            line.close();
          }
          line = null;
          loop.shutdownNow();
        });
  }
}
