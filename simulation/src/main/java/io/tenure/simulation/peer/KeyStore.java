package io.tenure.simulation.peer;

import io.tenure.core.model.Key;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server in the manner of Redis: keys with a time to live, kept in memory, expired by the wall
 * clock, and copied to a replica some time after the client has been answered.
 */
public final class KeyStore extends Node {
  private record Stored(long value, long expiresAt) {}

  private final Map<Key, Stored> data = new LinkedHashMap<>();
  private @Nullable KeyStore replica;
  private boolean primary;

  /** Of the newest configuration it has heard of. */
  private long epoch;

  /** When the newest copy that it took over was made. */
  private long copiedAt;

  KeyStore(World world, String name, boolean primary) {
    super(world, name);
    this.primary = primary;
  }

  @Override
  protected void onStart() {}

  @Override
  protected void onCrash() {
    data.clear();
    copiedAt = 0;
  }

  public boolean isPrimary() {
    return primary;
  }

  // What clients send.

  /** {@code SET key value NX PX ttl}; it is also fine if the key has this value already. */
  void onSet(LeaseClient client, long call, Key key, LeaseValue lease) {
    Stored there = live(key);
    boolean done = primary && (there == null || there.value() == lease.value());
    if (done) {
      data.put(key, new Stored(lease.value(), clock().wall() + lease.ttl()));
      copy();
    }
    world().network().send(this, client, c -> c.onReply(call, this, done, primary));
  }

  /** The script that extends the time to live if the key has this value. */
  void onExtend(LeaseClient client, long call, Key key, LeaseValue lease) {
    Stored there = live(key);
    boolean done = primary && there != null && there.value() == lease.value();
    if (done) {
      data.put(key, new Stored(lease.value(), clock().wall() + lease.ttl()));
      copy();
    }
    world().network().send(this, client, c -> c.onReply(call, this, done, primary));
  }

  /** The script that deletes the key if it has this value. */
  void onDelete(Key key, long value) {
    Stored there = live(key);
    if (primary && there != null && there.value() == value) {
      data.remove(key);
      copy();
    }
  }

  private @Nullable Stored live(Key key) {
    Stored stored = data.get(key);
    return stored == null || stored.expiresAt() <= clock().wall() ? null : stored;
  }

  // Replication.

  /** The sentinel says who is primary, and so who is the replica. */
  void onPing(Sentinel sentinel, long newEpoch, KeyStore newPrimary, KeyStore newReplica) {
    if (newEpoch >= epoch) {
      epoch = newEpoch;
      primary = newPrimary == this;
      replica = primary ? newReplica : null;
      copy();
    }
    world().network().send(this, sentinel, s -> s.onPong(this));
  }

  private void copy() {
    if (replica != null) {
      Map<Key, Stored> copy = new LinkedHashMap<>(data);
      long madeAt = world().now();
      world().network().send(this, replica, r -> r.onCopy(copy, madeAt));
    }
  }

  private void onCopy(Map<Key, Stored> copy, long madeAt) {
    if (!primary && madeAt > copiedAt) {
      copiedAt = madeAt;
      data.clear();
      data.putAll(copy);
    }
  }
}
