package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a session is good for in one shard, and keeps it alive.
 *
 * <ol>
 *   <li>The term counts from when the acknowledged keep-alive was sent, or, for a session that was
 *       just opened, from when opening was first sent: the service starts to count later.
 *   <li>It ends early by a margin, for clocks that run at different rates and for timers that fire
 *       late.
 *   <li>A slow keep-alive still counts when it is acknowledged: several may be under way at once.
 *   <li>When the term is over the session is lost, whatever the service answers later.
 *   <li>The monotonic clock may stand still while the machine is suspended. So a keep-alive is sent
 *       at once after a suspend: only the service knows what is left of the term.
 * </ol>
 *
 * <p>On the loop, except for {@link #goodUntilNanos}.
 */
final class Term {
  private static final long MIN_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The margin is this part of the TTL. */
  private static final int MARGIN_SHARE = 20;

  private static final int KEEP_ALIVES_PER_TERM = 3;

  /** Under way at once; the oldest is given up for a new one. */
  private static final int MAX_KEEP_ALIVES = 4;

  private final ClientContext context;
  private final SessionPart part;
  private final ArrayDeque<KeepAlive> keepAlives = new ArrayDeque<>();
  private ClientLoop.Timer keepAliveTimer = () -> {};
  private ClientLoop.Timer termTimer = () -> {};
  private ClientLoop.Timer resumeSubscription = () -> {};

  /**
   * The latest that was sent because of a suspend; null when it is answered. Not among the others:
   * a wall clock that jumps all the time must not have those given up.
   */
  private @Nullable KeepAlive afterResume;

  /** Whether the machine may have been suspended while the session was being opened. */
  private boolean resumedBeforeBegin;

  private boolean begun;
  private long ttlNanos;
  private boolean over;
  private volatile long goodUntilNanos;

  Term(ClientContext context, SessionPart part) {
    this.context = context;
    this.part = part;
  }

  /** Any thread. Until when the service certainly lets nobody else in. */
  long goodUntilNanos() {
    return goodUntilNanos;
  }

  /** The session is being opened: from now on a suspend of the machine matters. */
  void opening() {
    resumedBeforeBegin = false;
    resumeSubscription.cancel();
    resumeSubscription = context.loop().onResume(this::resumed);
  }

  /** The service has opened the session, not before {@code fromNanos}. */
  void opened(long ttlMillis, long fromNanos) {
    ttlNanos = TimeUnit.MILLISECONDS.toNanos(ttlMillis);
    goodUntilNanos = fromNanos + ttlNanos - margin();
  }

  /** Whether less than this many thirds of the term are left. */
  boolean hasLessThan(int thirds) {
    return leftNanos() <= ttlNanos * thirds / KEEP_ALIVES_PER_TERM;
  }

  private long leftNanos() {
    return goodUntilNanos - System.nanoTime();
  }

  private long margin() {
    return Math.max(MIN_MARGIN_NANOS, ttlNanos / MARGIN_SHARE);
  }

  /** Starts the keep-alives, and the timer that ends the session. */
  void begin() {
    begun = true;
    scheduleKeepAlive();
    if (hasLessThan(2) || resumedBeforeBegin) {
      keepAlive(); // The next scheduled one could be too late.
    }
    check();
  }

  void end() {
    over = true;
    goodUntilNanos = System.nanoTime();
    keepAliveTimer.cancel();
    termTimer.cancel();
    resumeSubscription.cancel();
    forgetAfterResume();
    keepAlives.forEach(context.router()::forget);
    keepAlives.clear();
  }

  private void scheduleKeepAlive() {
    long period = ttlNanos / KEEP_ALIVES_PER_TERM;
    long jitter = ThreadLocalRandom.current().nextLong(period / 10 + 1);
    keepAliveTimer = context.loop().after(period - jitter, this::nextKeepAlive);
  }

  private void nextKeepAlive() {
    if (!over) {
      scheduleKeepAlive(); // First: an exception below must not end the keep-alives.
      keepAlive();
    }
  }

  void keepAlive() {
    KeepAlive call = new KeepAlive();
    keepAlives.add(call);
    if (keepAlives.size() > MAX_KEEP_ALIVES) {
      context.router().forget(keepAlives.remove());
    }
    context.router().submit(call);
  }

  private void resumed() {
    if (!begun) {
      resumedBeforeBegin = true;
      return;
    }
    forgetAfterResume(); // Its answer may be from before the suspend.
    KeepAlive call = new KeepAlive();
    afterResume = call;
    context.router().submit(call);
  }

  private void forgetAfterResume() {
    KeepAlive present = afterResume;
    afterResume = null;
    if (present != null) {
      context.router().forget(present);
    }
  }

  /** Ends the session when its term is over, or checks again when it would be. */
  private void check() {
    if (over) {
      return;
    }
    long left = leftNanos();
    if (left <= 0) {
      part.end(Loss.TERM_OVER);
    } else {
      termTimer = context.loop().after(left, this::check);
    }
  }

  private final class KeepAlive extends Call {
    KeepAlive() {
      super(part.shard(), Lane.KEEP_ALIVE, CallEffect.READS);
    }

    @Override
    protected void writeTo(Request.Builder request) {
      request.setKeepAlive(KeepAliveRequest.newBuilder().setSession(part.id()));
    }

    @Override
    protected boolean onReply(Reply reply) {
      answered();
      lengthened(this, reply.getKeepAlive());
      part.onKeptAlive(reply.getKeepAlive());
      return true;
    }

    @Override
    protected void onFailure(Error error) {
      answered();
      keepAlives.remove(this);
      part.onKeepAliveFailed(error);
    }

    private void answered() {
      afterResume = afterResume == this ? null : afterResume;
    }
  }

  private void lengthened(KeepAlive call, KeepAliveReply reply) {
    ttlNanos = TimeUnit.MILLISECONDS.toNanos(reply.getTtlMs());
    long until = call.sentNanos() + ttlNanos - margin();
    if (until - goodUntilNanos > 0) {
      goodUntilNanos = until;
    }
    context.meters().keptAlive(System.nanoTime() - call.sentNanos());
    while (keepAlives.contains(call)) {
      context.router().forget(keepAlives.remove());
    }
  }
}
