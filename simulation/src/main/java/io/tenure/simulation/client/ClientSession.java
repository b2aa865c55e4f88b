package io.tenure.simulation.client;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A session as its client knows it.
 *
 * <p>Its term reaches from the moment the newest acknowledged keep-alive was <em>sent</em> to the
 * TTL less the {@link DriftMargin} later, on the client's monotonic clock. The leader counts from
 * the arrival and without a margin, so the client always ends first. When the term is over the
 * client says so to all its claims without asking anybody.
 */
final class ClientSession {
  private static final long KEEP_ALIVE_TIMEOUT = Time.millis(250);
  private static final double MIN_JITTER = 0.8;

  private final TenureClient client;
  private final SessionId id;
  private final long ttl;
  private final Map<Long, TenureClaim> claims = new LinkedHashMap<>();

  /** The requests whose answers are still wanted. */
  private final TreeSet<Long> unanswered = new TreeSet<>();

  private long lastNumber;

  /** On the client's clock: when it stops trusting the session. */
  private long termEnd;

  private @Nullable Timer termTimer;
  private @Nullable Timer keepAliveTimer;
  private int failures;
  private boolean over;

  /**
   * A session that was asked for at this time of the client's clock. Asked for the first time: a
   * later repetition may have been answered by what the first one did.
   */
  ClientSession(TenureClient client, SessionId id, long ttlMillis, long sentAt) {
    this.client = client;
    this.id = id;
    this.ttl = Time.millis(ttlMillis);
    this.termEnd = sentAt + DriftMargin.safePart(ttl);
  }

  SessionId id() {
    return id;
  }

  Collection<TenureClaim> claims() {
    return claims.values();
  }

  /** Whether the term is not over, by a look at the clock. */
  boolean isGood() {
    return !over && client.clock().monotonic() < termEnd;
  }

  void begin() {
    watchTerm();
    keepAliveLater();
  }

  // The term.

  /** One timer that sets itself anew when it finds that the term was extended meanwhile. */
  void watchTerm() {
    if (termTimer != null) {
      termTimer.cancel();
    }
    long left = termEnd - client.clock().monotonic();
    termTimer =
        client.after(
            left,
            () -> {
              if (isGood()) {
                watchTerm();
              } else {
                lose();
              }
            });
  }

  private void keepAliveLater() {
    double jitter = client.world().dice().between(MIN_JITTER, 1.0);
    awaitKeepAlive((long) (ttl * jitter / 3), this::keepAlive);
  }

  private void keepAlive() {
    Server server = client.server();
    long sentAt = client.clock().monotonic();
    client.world().network().send(client, server, s -> s.onKeepAlive(client, id, sentAt));
    awaitKeepAlive(KEEP_ALIVE_TIMEOUT, () -> retryKeepAlive(server, null));
  }

  void redirected(@Nullable Server leader) {
    retryKeepAlive(client.server(), leader);
  }

  private void retryKeepAlive(Server from, @Nullable Server leader) {
    client.tryInstead(from, leader);
    failures++;
    awaitKeepAlive(Call.backoff(client, failures), this::keepAlive);
  }

  void keptAlive(long sentAt) {
    failures = 0;
    termEnd = Math.max(termEnd, sentAt + DriftMargin.safePart(ttl));
    keepAliveLater();
  }

  private void awaitKeepAlive(long nanos, Runnable action) {
    if (keepAliveTimer != null) {
      keepAliveTimer.cancel();
    }
    keepAliveTimer = client.after(nanos, action);
  }

  /** The term is over, or the service says that the session is. */
  void lose() {
    if (!over) {
      client.world().trace().sessionLost(client, id);
      close();
    }
  }

  /** Ends all claims and stops. */
  void close() {
    if (over) {
      return;
    }
    die();
    client.sessionOver();
    new ArrayList<>(claims.values()).forEach(TenureClaim::onSessionOver);
  }

  /** Stops without sending anything, as in a crash. */
  void die() {
    over = true;
    if (termTimer != null) {
      termTimer.cancel();
    }
    if (keepAliveTimer != null) {
      keepAliveTimer.cancel();
    }
    claims.values().forEach(TenureClaim::die);
  }

  // Requests.

  TenureClaim ask(String owner, List<Target> targets, boolean mayWait, ClaimListener listener) {
    RequestId request = nextRequest();
    Command.AcquireLock acquire =
        new Command.AcquireLock(request, acknowledged(), owner, targets, mayWait, Value.of(owner));
    TenureClaim claim = new TenureClaim(this, acquire, listener);
    claims.put(request.number(), claim);
    claim.begin();
    return claim;
  }

  TenureClient client() {
    return client;
  }

  RequestId nextRequest() {
    unanswered.add(++lastNumber);
    return new RequestId(id, lastNumber);
  }

  /** Up to here every answer has arrived. */
  long acknowledged() {
    return unanswered.isEmpty() ? lastNumber : unanswered.first() - 1;
  }

  void answered(RequestId request) {
    unanswered.remove(request.number());
  }

  void forget(TenureClaim claim) {
    claims.remove(claim.request().number());
  }

  void heard(Event event) {
    if (event instanceof Event.Granted granted) {
      TenureClaim claim = claimOf(granted.hold().request());
      if (claim != null) {
        claim.onPushed(granted);
      }
    } else if (event instanceof Event.Withdrawn withdrawn) {
      for (TenureClaim claim : claims.values()) {
        if (claim.isAbout(withdrawn.request().request())) {
          claim.onPushed(new Outcome.Ended(0, withdrawn.cause()), withdrawn.request().request());
          return;
        }
      }
    } else if (event instanceof Event.Released released) {
      TenureClaim claim = claimOf(released.hold().request());
      if (claim != null) {
        claim.onRevoked();
      }
    }
  }

  private @Nullable TenureClaim claimOf(RequestId request) {
    return request.session().equals(id) ? claims.get(request.number()) : null;
  }
}
