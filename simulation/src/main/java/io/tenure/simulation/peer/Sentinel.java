package io.tenure.simulation.peer;

import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;

/** Watches a primary and its replica, and swaps them when the primary is silent for too long. */
public final class Sentinel extends Node {
  private static final long PING_INTERVAL = Time.millis(100);
  private static final long DOWN_AFTER = Time.millis(800);

  private KeyStore primary;
  private KeyStore replica;
  private long epoch = 1;
  private long primaryHeardAt;
  private long replicaHeardAt;

  public Sentinel(World world, String name, KeyStore primary, KeyStore replica) {
    super(world, name);
    this.primary = primary;
    this.replica = replica;
  }

  public KeyStore primary() {
    return primary;
  }

  @Override
  protected void onStart() {
    primaryHeardAt = clock().monotonic();
    replicaHeardAt = clock().monotonic();
    tick();
  }

  @Override
  protected void onCrash() {}

  private void tick() {
    long oldest = clock().monotonic() - DOWN_AFTER;
    if (primaryHeardAt < oldest && replicaHeardAt >= oldest) {
      KeyStore demoted = primary;
      primary = replica;
      replica = demoted;
      primaryHeardAt = replicaHeardAt;
      epoch++;
      world().trace().elected(primary, epoch);
    }
    ping(primary);
    ping(replica);
    after(PING_INTERVAL, this::tick);
  }

  private void ping(KeyStore store) {
    long newEpoch = epoch;
    KeyStore newPrimary = primary;
    KeyStore newReplica = replica;
    world().network().send(this, store, s -> s.onPing(this, newEpoch, newPrimary, newReplica));
  }

  void onPong(KeyStore store) {
    if (store == primary) {
      primaryHeardAt = clock().monotonic();
    } else {
      replicaHeardAt = clock().monotonic();
    }
  }

  /** A client asks where the primary is. */
  void onQuestion(LeaseClient client) {
    KeyStore now = primary;
    world().network().send(this, client, c -> c.onPrimary(now));
  }
}
