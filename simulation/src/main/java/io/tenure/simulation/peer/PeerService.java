package io.tenure.simulation.peer;

import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One of the peers, complete: its servers, and where its clients come from. */
public final class PeerService {
  private static final int REDLOCK_STORES = 5;

  private final World world;
  private final List<KeyStore> stores;
  private final @Nullable Sentinel sentinel;
  private final Leases leases;

  private PeerService(World world, List<KeyStore> stores, @Nullable Sentinel sentinel) {
    this.world = world;
    this.stores = List.copyOf(stores);
    this.sentinel = sentinel;
    this.leases = new Leases(world);
  }

  /** A primary and a replica, which a sentinel promotes when the primary is silent. */
  public static PeerService redis(World world) {
    KeyStore primary = new KeyStore(world, "Redis1", true);
    KeyStore replica = new KeyStore(world, "Redis2", false);
    Sentinel sentinel = new Sentinel(world, "Sentinel", primary, replica);
    return new PeerService(world, List.of(primary, replica), sentinel);
  }

  /** Five stores that know nothing of each other; three must agree. */
  public static PeerService redlock(World world) {
    List<KeyStore> stores = new ArrayList<>();
    for (int i = 1; i <= REDLOCK_STORES; i++) {
      stores.add(new KeyStore(world, "Redis" + i, true));
    }
    return new PeerService(world, stores, null);
  }

  /** A client that is down until it is started; the program runs at every start. */
  public LeaseClient client(String name, long ttlMillis, Consumer<? super LeaseClient> program) {
    return new LeaseClient(this, name, ttlMillis, program);
  }

  public void start() {
    stores.forEach(KeyStore::start);
    if (sentinel != null) {
      sentinel.start();
    }
  }

  public List<KeyStore> stores() {
    return stores;
  }

  /** The store that a sentinel takes for the primary; null where all are equal. */
  public @Nullable KeyStore primary() {
    return sentinel == null ? null : sentinel.primary();
  }

  World world() {
    return world;
  }

  @Nullable Sentinel sentinel() {
    return sentinel;
  }

  Leases leases() {
    return leases;
  }

  /** Whom a new client asks. */
  List<KeyStore> firstStores() {
    return sentinel == null ? stores : List.of(stores.get(0));
  }
}
