package io.tenure.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is held in one part of a session. On the loop. */
final class Holds {
  private record Claimed(String owner, List<Target> targets) {}

  private final Map<Long, Held> byToken = new HashMap<>();
  private final Map<Claimed, Held> byClaim = new HashMap<>();

  @Nullable Held find(long token) {
    return byToken.get(token);
  }

  /** What the owner holds already if it asks for exactly this. */
  @Nullable Held find(String owner, List<Target> targets) {
    return byClaim.get(new Claimed(owner, targets));
  }

  void add(Held held) {
    byToken.put(held.token(), held);
    byClaim.put(claim(held), held);
  }

  void remove(Held held) {
    byToken.remove(held.token(), held);
    byClaim.remove(claim(held), held);
  }

  private static Claimed claim(Held held) {
    return new Claimed(held.owner(), held.targets());
  }

  /** All of them; nothing is held any more. */
  List<Held> drain() {
    List<Held> all = new ArrayList<>(byToken.values());
    byToken.clear();
    byClaim.clear();
    return all;
  }
}
