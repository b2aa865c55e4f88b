package io.tenure.client;

import io.tenure.client.error.TenureException;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
import io.tenure.client.internal.session.LockOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session: the client's registration with the service. The client keeps it alive. If that fails
 * for as long as the TTL, the session ends, and every hold in it is lost. A session that has ended
 * stays ended.
 *
 * <p>Most programs need no session of their own: {@link Tenure#lock} uses one that the client
 * opens, and replaces if it was lost. Open a session for holds that end together, or that have
 * another TTL.
 */
public final class Session implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final ClientContext context;
  private final ClientSession session;

  Session(ClientContext context, ClientSession session) {
    this.context = context;
    this.session = session;
  }

  /** Returns the TTL of the session. */
  public Duration ttl() {
    return session.ttl();
  }

  /**
   * Returns whether the session was neither lost nor closed. A session that was not used yet is
   * live.
   */
  public boolean isLive() {
    return session.isLive();
  }

  /**
   * Adds a listener that is called once when the session is lost or closed, on the client's
   * callback threads, before the service can grant its locks to other clients; at once if the
   * session has already ended. The client waits for a listener for at most one second.
   */
  public Session onLost(Consumer<Loss> listener) {
    session.onLost(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /** Returns a request for one or more keys in this session, all together or none. */
  public LockRequest lock(String key, String... more) {
    return new LockRequest(context, () -> session, LockOptions.of(key, more));
  }

  /** Returns a request for these targets in this session, all together or none. */
  public LockRequest lock(List<Target> targets) {
    return new LockRequest(context, () -> session, LockOptions.of(targets));
  }

  // -------------------------------------------------------------------------------- closing

  /**
   * Releases everything that is held in the session and waits for the service to confirm it, at
   * most for the client's timeout. If no answer comes, that is logged. The listeners of holds that
   * are still in use are called first ({@link Loss#CLOSED}), and have one second. Does nothing if
   * the session has already ended.
   *
   * <p>If the thread is interrupted, this method returns at once, with the interrupt status set,
   * and continues in the background.
   */
  @Override
  public void close() {
    CompletableFuture<@Nullable Void> closed = session.startClose();
    try {
      CallerFutures.await(closed, context.timeout(), () -> "close of the session");
    } catch (TenureException e) {
      log.warn("session closed, but the service did not confirm it: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Like {@link #close}, without blocking. */
  public CompletableFuture<@Nullable Void> closeAsync() {
    return CallerFutures.deliver(session.startClose(), context.completions());
  }
}
