package io.tenure.simulation.peer;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.simulation.world.LocalClock;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.World;
import java.util.HashMap;
import java.util.Map;

/**
 * What such a service has granted, for those who trace it. A lease lives until it is deleted or its
 * time to live has passed on a clock that is sane, whatever the servers still know about it.
 */
final class Leases {
  private static final class Lease {
    final Hold hold;
    long endsAt;

    Lease(Hold hold, long endsAt) {
      this.hold = hold;
      this.endsAt = endsAt;
    }
  }

  private final World world;
  private final Map<Long, Lease> leases = new HashMap<>();
  private long revision;

  Leases(World world) {
    this.world = world;
  }

  /** A number for the next grant; for the tracing only, no server knows it. */
  long nextRevision() {
    return ++revision;
  }

  void granted(Node server, Hold hold, long sentAt, long ttl) {
    Lease lease = new Lease(hold, end(sentAt, ttl));
    leases.put(hold.token(), lease);
    world
        .trace()
        .happened(
            server, new Event.Granted(hold.token(), hold, hold.request(), GrantCause.ASKED, 0));
    watch(server, lease);
  }

  void extended(long token, long sentAt, long ttl) {
    Lease lease = leases.get(token);
    if (lease != null) {
      lease.endsAt = Math.max(lease.endsAt, end(sentAt, ttl));
    }
  }

  void released(Node server, long token) {
    end(server, token, EndCause.RELEASED);
  }

  private void watch(Node server, Lease lease) {
    world.at(
        lease.endsAt,
        () -> {
          if (world.now() >= lease.endsAt) {
            end(server, lease.hold.token(), EndCause.SESSION_EXPIRED);
          } else {
            watch(server, lease);
          }
        });
  }

  private void end(Node server, long token, EndCause cause) {
    Lease lease = leases.remove(token);
    if (lease != null) {
      world.trace().happened(server, new Event.Released(nextRevision(), lease.hold, cause));
    }
  }

  private static long end(long sentAt, long ttl) {
    return sentAt + (long) (ttl / (1 + LocalClock.SANE_DRIFT));
  }
}
