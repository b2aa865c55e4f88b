package io.tenure.client.internal.session;

import io.tenure.client.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is held in one part of a session. On the loop. */
final class SessionHolds {
  private record Claimed(String owner, List<Target> targets) {}

  private final Map<Long, ServiceHold> byToken = new HashMap<>();
  private final Map<Claimed, ServiceHold> byClaim = new HashMap<>();

  @Nullable ServiceHold find(long token) {
    return byToken.get(token);
  }

  /** What the owner holds already if it asks for exactly this. */
  @Nullable ServiceHold find(String owner, List<Target> targets) {
    return byClaim.get(new Claimed(owner, targets));
  }

  void add(ServiceHold held) {
    byToken.put(held.token(), held);
    byClaim.put(claim(held), held);
  }

  void remove(ServiceHold held) {
    byToken.remove(held.token(), held);
    byClaim.remove(claim(held), held);
  }

  private static Claimed claim(ServiceHold held) {
    return new Claimed(held.owner(), held.targets());
  }

  /** All of them; nothing is held any more. */
  List<ServiceHold> drain() {
    List<ServiceHold> all = new ArrayList<>(byToken.values());
    byToken.clear();
    byClaim.clear();
    return all;
  }
}
