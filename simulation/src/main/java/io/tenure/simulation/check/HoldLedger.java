package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.FAIR;
import static io.tenure.simulation.check.Promise.MUTUAL_EXCLUSION;
import static io.tenure.simulation.check.Promise.RETRIES_ARE_SAFE;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who holds and who waits, according to the events in the order in which they took effect. */
final class HoldLedger {
  private final CheckCounts counts;

  /** Every grant there ever was, by token. */
  private final Map<Long, Grant> grants = new HashMap<>();

  private final Map<Long, Hold> live = new LinkedHashMap<>();
  private final Map<RequestId, WaitingRequest> waiting = new LinkedHashMap<>();
  private final Set<Long> arrivals = new HashSet<>();
  private final Set<RequestId> grantedRequests = new HashSet<>();

  HoldLedger(CheckCounts counts) {
    this.counts = counts;
  }

  /** The grant with this token, or null. */
  @Nullable Grant grant(long token) {
    return grants.get(token);
  }

  boolean isLive(long token) {
    return live.containsKey(token);
  }

  Collection<Hold> live() {
    return Collections.unmodifiableCollection(live.values());
  }

  /** Whether a request was ever queued at this place. */
  boolean hasQueued(long arrival) {
    return arrivals.contains(arrival);
  }

  /** The upgrade of this hold that waits, or null. */
  @Nullable WaitingRequest upgradeOf(long token) {
    for (WaitingRequest request : waiting.values()) {
      if (request.isUpgrade() && request.upgradeOf() == token) {
        return request;
      }
    }
    return null;
  }

  void happened(Event event) {
    if (event instanceof Event.Granted granted) {
      onGranted(granted);
    } else if (event instanceof Event.Queued queued) {
      waiting.put(queued.request().request(), queued.request());
      arrivals.add(queued.request().arrival());
    } else if (event instanceof Event.Withdrawn withdrawn) {
      waiting.remove(withdrawn.request().request());
    } else if (event instanceof Event.Released released) {
      live.remove(released.hold().token());
    } else if (event instanceof Event.Downgraded downgraded) {
      live.replace(downgraded.hold().token(), downgraded.hold());
    }
  }

  private void onGranted(Event.Granted granted) {
    Hold hold = granted.hold();
    WaitingRequest waited = takeFromQueue(granted);
    if (granted.cause() == GrantCause.UPGRADED) {
      boolean wasHeld = live.remove(granted.replaced()) != null;
      counts.expect(
          RETRIES_ARE_SAFE, wasHeld, () -> "an upgrade of a hold that was over gave " + hold);
    } else {
      counts.expect(
          RETRIES_ARE_SAFE,
          grantedRequests.add(hold.request()),
          () -> "request " + hold.request() + " was granted twice, the second time as " + hold);
    }
    if (granted.cause() != GrantCause.UPGRADED) {
      expectNobodyOvertaken(hold, waited);
    }
    expectNoConflict(hold);
    live.put(hold.token(), hold);
    grants.put(hold.token(), new Grant(grants.size(), hold));
  }

  private @Nullable WaitingRequest takeFromQueue(Event.Granted granted) {
    if (granted.cause() == GrantCause.UPGRADED) {
      WaitingRequest upgrade = upgradeOf(granted.replaced());
      return upgrade == null ? null : waiting.remove(upgrade.request());
    }
    return waiting.remove(granted.hold().request());
  }

  private void expectNoConflict(Hold hold) {
    for (Hold other : live.values()) {
      boolean conflict =
          !other.owner().equals(hold.owner())
              && ConflictRule.conflict(hold.targets(), other.targets());
      counts.expect(
          MUTUAL_EXCLUSION,
          !conflict,
          () -> hold + " was granted although it conflicts with " + other);
    }
    for (Target target : hold.targets()) {
      if (ConflictRule.isPermit(target)) {
        int used = 1 + othersWithPermit(hold.owner(), target);
        counts.expect(
            MUTUAL_EXCLUSION,
            used <= target.mode().limit(),
            () -> hold + " was granted, which makes " + used + " owners with a permit");
      }
    }
  }

  private int othersWithPermit(OwnerId owner, Target permit) {
    Set<OwnerId> others = new HashSet<>();
    for (Hold other : live.values()) {
      for (Target target : other.targets()) {
        if (ConflictRule.isPermit(target) && target.key().equals(permit.key())) {
          others.add(other.owner());
        }
      }
    }
    others.remove(owner);
    return others.size();
  }

  /** No earlier request may still wait for something that this grant takes. */
  private void expectNobodyOvertaken(Hold hold, @Nullable WaitingRequest waited) {
    for (WaitingRequest other : waiting.values()) {
      boolean earlier = other.isUpgrade() || waited == null || other.arrival() < waited.arrival();
      boolean overtaken =
          earlier && !other.owner().equals(hold.owner()) && takes(hold, other.targets());
      counts.expect(FAIR, !overtaken, () -> hold + " was granted ahead of " + other);
    }
  }

  private boolean takes(Hold hold, List<Target> wanted) {
    for (Target target : hold.targets()) {
      if (!isCovered(target, hold.owner())
          && wanted.stream().anyMatch(other -> ConflictRule.conflict(target, other))) {
        return true;
      }
    }
    return false;
  }

  private boolean isCovered(Target target, OwnerId owner) {
    for (Hold held : live.values()) {
      if (held.owner().equals(owner)
          && held.targets().stream().anyMatch(own -> ConflictRule.covers(own, target))) {
        return true;
      }
    }
    return false;
  }
}
