package io.tenure.server.api.shard;

import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Which shard a request belongs to. A shard owns the keys whose first segment is at or above its
 * {@code from} and below the next shard's, in the order of keys; so a subtree never crosses shards.
 */
public final class ShardMap implements Iterable<ShardParts> {
  private final List<ShardParts> shards;

  /** Where each shard but the first begins. */
  private final List<Key> borders = new ArrayList<>();

  /** The shards by index, which is also the order of their keys. */
  public ShardMap(List<ShardParts> shards) {
    if (shards.isEmpty() || shards.size() > ShardParts.MAX_SHARDS) {
      throw new IllegalArgumentException(
          "shards: " + shards.size() + " (expected: 1 to " + ShardParts.MAX_SHARDS + ")");
    }
    this.shards = List.copyOf(shards);
    for (int i = 0; i < shards.size(); i++) {
      requireInOrder(i, shards.get(i));
    }
  }

  private void requireInOrder(int place, ShardParts parts) {
    if (parts.index() != place) {
      throw new IllegalArgumentException(
          "shard index: " + parts.index() + " (expected: " + place + ")");
    }
    if (place == 0) {
      if (!parts.from().isEmpty()) {
        throw new IllegalArgumentException(
            "from: \"" + parts.from() + "\" (expected: empty for the first shard)");
      }
      return;
    }
    Key border = Key.of("/" + parts.from());
    if (place > 1 && border.compareTo(borders.get(place - 2)) <= 0) {
      throw new IllegalArgumentException(
          "from: \"" + parts.from() + "\" (expected: above the shard's before)");
    }
    borders.add(border);
  }

  public int size() {
    return shards.size();
  }

  public ShardParts at(int index) {
    return shards.get(index);
  }

  public ShardParts ofKey(Key key) {
    int shard = borders.size();
    while (shard > 0 && borders.get(shard - 1).compareTo(key) > 0) {
      shard--;
    }
    return shards.get(shard);
  }

  /** The shard that owns all of them. */
  public ShardParts ofTargets(List<Target> targets) {
    if (borders.isEmpty()) {
      return shards.get(0);
    }
    ShardParts first = ofKey(targets.get(0).key());
    for (Target target : targets) {
      ShardParts other = ofKey(target.key());
      if (other.index() != first.index()) {
        throw new CallRefused(
            Reason.CROSS_SHARD,
            "targets: %s in shard %s, %s in shard %s (expected: one shard)"
                .formatted(
                    targets.get(0).key(),
                    first.shard().name(),
                    target.key(),
                    other.shard().name()));
      }
    }
    return first;
  }

  /** The shard that an id on the wire names. */
  public ShardParts ofSession(long wireSession) {
    int index = ShardParts.shardOf(wireSession);
    if (index >= shards.size()) {
      throw Errors.sessionUnknown(wireSession);
    }
    return shards.get(index);
  }

  public ShardParts ofIndex(int index) {
    if (index < 0 || index >= shards.size()) {
      throw new IllegalArgumentException(
          "shard: %s (expected: 0 to %d)"
              .formatted(Integer.toUnsignedString(index), shards.size() - 1));
    }
    return shards.get(index);
  }

  @Override
  public Iterator<ShardParts> iterator() {
    return shards.iterator();
  }
}
