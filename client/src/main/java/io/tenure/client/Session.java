package io.tenure.client;

import io.tenure.client.error.TenureException;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's tie to the service. It is kept alive by itself; when it cannot be for as long as its
 * TTL, it is over, and so is every hold in it. A session that is over stays over.
 *
 * <p>Most programs need none of their own: {@link Tenure#lock} uses one that the client opens, and
 * opens again when it was lost. Open one to have holds that live and end together, or with another
 * TTL.
 */
public final class Session implements AutoCloseable {
  /** For the thread that closes a session. */
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final ClientContext hub;
  private final ClientSession session;

  Session(ClientContext hub, ClientSession session) {
    this.hub = hub;
    this.session = session;
  }

  public Duration ttl() {
    return session.ttl();
  }

  /** Whether it has not been lost or closed. One that was not used yet is live, too. */
  public boolean isLive() {
    return session.isLive();
  }

  /**
   * Has the listener told when this is lost or closed: once, on the callback executor of the
   * client, before the service may let others have what is held in it; at once if it is over
   * already. A listener that takes longer than a second is not waited for.
   */
  public Session onLost(Consumer<Loss> listener) {
    session.onLost(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /** To hold one or several keys, all together or not at all, in this session. */
  public LockRequest lock(String key, String... more) {
    return LockRequest.of(hub, () -> session, key, more);
  }

  /** To hold these, all together or not at all, in this session. */
  public LockRequest lock(List<Target> targets) {
    return LockRequest.of(hub, () -> session, targets);
  }

  // -------------------------------------------------------------------------------- closing

  /**
   * Releases everything that is held in it and waits for the service to say so, for the client's
   * timeout at most; an answer that does not come is logged. Whoever still uses a hold of it is
   * told that it is lost ({@link Loss#CLOSED}), and has a second before another may get it. Does
   * nothing if the session is over already.
   *
   * <p>If the thread is interrupted this returns at once, with the interrupt status set, and goes
   * on in the background.
   */
  @Override
  public void close() {
    CompletableFuture<@Nullable Void> closed = session.startClose();
    try {
      CallerFutures.await(closed, hub.timeout(), () -> "closing a session");
    } catch (TenureException e) {
      log.warn("a session was closed, but the service has not said so: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Like {@link #close}, without waiting. */
  public CompletableFuture<@Nullable Void> closeAsync() {
    return CallerFutures.handOver(session.startClose(), hub.completions());
  }
}
