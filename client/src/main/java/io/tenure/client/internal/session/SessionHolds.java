package io.tenure.client.internal.session;

import io.tenure.client.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The holds of one part of a session, found by token or by owner and targets. On the loop. */
final class SessionHolds {
  private record OwnedTargets(String owner, List<Target> targets) {}

  private final Map<Long, ServiceHold> byToken = new HashMap<>();
  private final Map<OwnedTargets, ServiceHold> byOwner = new HashMap<>();

  @Nullable ServiceHold find(long token) {
    return byToken.get(token);
  }

  /** The owner's hold of exactly these targets. */
  @Nullable ServiceHold find(String owner, List<Target> targets) {
    return byOwner.get(new OwnedTargets(owner, targets));
  }

  void add(ServiceHold hold) {
    byToken.put(hold.token(), hold);
    byOwner.put(ownedTargets(hold), hold);
  }

  void remove(ServiceHold hold) {
    byToken.remove(hold.token(), hold);
    byOwner.remove(ownedTargets(hold), hold);
  }

  private static OwnedTargets ownedTargets(ServiceHold hold) {
    return new OwnedTargets(hold.owner(), hold.targets());
  }

  /** Removes and returns all of them. */
  List<ServiceHold> drain() {
    List<ServiceHold> all = new ArrayList<>(byToken.values());
    byToken.clear();
    byOwner.clear();
    return all;
  }
}
