package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.Call;
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
 * How long a session is good for in one shard, and what lengthens that. On the loop, except for
 * {@link #goodUntilNanos}.
 *
 * <ol>
 *   <li>It counts from when the keep-alive that was acknowledged was sent, or, for a session that
 *       was just opened, from when that was first asked for: the service counts from later.
 *   <li>It ends a margin early, for clocks that run at different rates and for threads that wake up
 *       late.
 *   <li>A keep-alive that is slow counts when it is answered: some may be under way at once.
 *   <li>When it is over the session is lost, whatever the service says later.
 *   <li>After a suspend of the machine, during which the clock may have stood still, a keep-alive
 *       goes out at once: only the service knows what is left of the term then.
 * </ol>
 */
final class Term {
  private static final long MIN_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MARGIN_SHARE = 20;
  private static final int KEEP_ALIVES_PER_TERM = 3;
  private static final int MAX_KEEP_ALIVES = 4;

  private final ClientContext hub;
  private final SessionPart part;
  private final ArrayDeque<KeepAlive> keepAlives = new ArrayDeque<>();
  private ClientLoop.Timer keeper = () -> {};
  private ClientLoop.Timer termWatch = () -> {};
  private ClientLoop.Timer resumeWatch = () -> {};

  /**
   * The latest that went out because of a suspend; null when it is answered. Not among the others:
   * a wall clock that jumps all the time must not have them given up for it.
   */
  private @Nullable KeepAlive early;

  /** Whether the machine may have been suspended before there were keep-alives. */
  private boolean resumedBeforeBegin;

  private boolean begun;
  private long ttlNanos;
  private boolean over;
  private volatile long goodUntilNanos;

  Term(ClientContext hub, SessionPart part) {
    this.hub = hub;
    this.part = part;
  }

  /** Until when it is certain that the service lets nobody else in. Any thread. */
  long goodUntilNanos() {
    return goodUntilNanos;
  }

  /** The session is being opened. From now on a suspend of the machine is noticed. */
  void opening() {
    resumedBeforeBegin = false;
    resumeWatch.cancel();
    resumeWatch = hub.loop().onResume(this::resumed);
  }

  /** The service has given this much, counted from then or later. */
  void opened(long ttlMillis, long fromNanos) {
    ttlNanos = TimeUnit.MILLISECONDS.toNanos(ttlMillis);
    goodUntilNanos = fromNanos + ttlNanos - margin();
  }

  /** Whether less than so many thirds are left. */
  boolean hasLessThan(int thirds) {
    return leftNanos() <= ttlNanos * thirds / KEEP_ALIVES_PER_TERM;
  }

  private long leftNanos() {
    return goodUntilNanos - System.nanoTime();
  }

  private long margin() {
    return Math.max(MIN_MARGIN_NANOS, ttlNanos / MARGIN_SHARE);
  }

  /** From now on it is kept, and its end is told. */
  void begin() {
    begun = true;
    scheduleKeepAlive();
    if (hasLessThan(2) || resumedBeforeBegin) {
      keepAlive(); // Opening took long: the next one might come too late.
    }
    check();
  }

  void end() {
    over = true;
    goodUntilNanos = System.nanoTime();
    keeper.cancel();
    termWatch.cancel();
    resumeWatch.cancel();
    forgetEarly();
    keepAlives.forEach(hub.router()::forget);
    keepAlives.clear();
  }

  private void scheduleKeepAlive() {
    long period = ttlNanos / KEEP_ALIVES_PER_TERM;
    long jitter = ThreadLocalRandom.current().nextLong(period / 10 + 1);
    keeper = hub.loop().after(period - jitter, this::nextKeepAlive);
  }

  private void nextKeepAlive() {
    if (!over) {
      scheduleKeepAlive(); // First: whatever happens below, there is a next one.
      keepAlive();
    }
  }

  void keepAlive() {
    KeepAlive call = new KeepAlive();
    keepAlives.add(call);
    if (keepAlives.size() > MAX_KEEP_ALIVES) {
      hub.router().forget(keepAlives.remove());
    }
    hub.router().submit(call);
  }

  private void resumed() {
    if (!begun) {
      resumedBeforeBegin = true;
      return;
    }
    forgetEarly(); // Its answer may be from before the suspend.
    KeepAlive call = new KeepAlive();
    early = call;
    hub.router().submit(call);
  }

  private void forgetEarly() {
    KeepAlive present = early;
    early = null;
    if (present != null) {
      hub.router().forget(present);
    }
  }

  /** Declares the session lost when nothing has lengthened its term. */
  private void check() {
    if (over) {
      return;
    }
    long left = leftNanos();
    if (left <= 0) {
      part.end(Loss.TERM_OVER);
    } else {
      termWatch = hub.loop().after(left, this::check);
    }
  }

  private final class KeepAlive extends Call {
    @Override
    protected int shard() {
      return part.shard();
    }

    @Override
    protected Lane lane() {
      return Lane.KEEP_ALIVE;
    }

    @Override
    protected boolean isHarmless() {
      return true;
    }

    @Override
    protected void describe(Request.Builder request) {
      request.setKeepAlive(KeepAliveRequest.newBuilder().setSession(part.id()));
    }

    @Override
    protected boolean replied(Reply reply) {
      answered();
      lengthened(this, reply.getKeepAlive());
      part.kept(reply.getKeepAlive());
      return true;
    }

    @Override
    protected void failed(Error error) {
      answered();
      keepAlives.remove(this);
      part.notKept(error);
    }

    private void answered() {
      early = early == this ? null : early;
    }
  }

  private void lengthened(KeepAlive call, KeepAliveReply reply) {
    ttlNanos = TimeUnit.MILLISECONDS.toNanos(reply.getTtlMs());
    long until = call.sentNanos() + ttlNanos - margin();
    if (until - goodUntilNanos > 0) {
      goodUntilNanos = until;
    }
    hub.meters().kept(System.nanoTime() - call.sentNanos());
    while (keepAlives.contains(call)) {
      hub.router().forget(keepAlives.remove());
    }
  }
}
