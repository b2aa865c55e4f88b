package io.tenure.simulation.peer;

import io.tenure.core.model.Target;
import io.tenure.simulation.client.Claim;
import io.tenure.simulation.client.ClaimListener;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of key stores: of the one that is primary, or of several of which a majority must agree.
 * It takes one exclusive lock on one key at a time per claim, waits by trying again, and keeps what
 * it holds alive by extending it.
 */
public final class LeaseClient extends Node implements LockClient {
  private final Leases leases;
  private final @Nullable Sentinel sentinel;
  private final long ttl;
  private final Consumer<? super LeaseClient> program;
  private final Map<Long, LeaseClaim.Vote> votes = new LinkedHashMap<>();
  private final List<LeaseClaim> claims = new ArrayList<>();
  private List<KeyStore> stores;
  private long lastCall;
  private long lastClaim;

  LeaseClient(
      PeerService service, String name, long ttlMillis, Consumer<? super LeaseClient> program) {
    super(service.world(), name);
    this.leases = service.leases();
    this.sentinel = service.sentinel();
    this.stores = service.firstStores();
    this.ttl = Time.millis(ttlMillis);
    this.program = program;
  }

  @Override
  protected void onStart() {
    program.accept(this);
  }

  @Override
  protected void onCrash() {
    votes.clear();
    claims.forEach(LeaseClaim::die);
    claims.clear();
  }

  @Override
  protected void onClockRate() {
    claims.forEach(LeaseClaim::watchTerm);
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void whenReady(Runnable action) {
    action.run();
  }

  @Override
  public Claim ask(String owner, List<Target> targets, boolean mayWait, ClaimListener listener) {
    LeaseClaim claim = new LeaseClaim(this, ++lastClaim, owner, targets, mayWait, listener);
    claims.add(claim);
    claim.attempt();
    return claim;
  }

  @Override
  public void leave() {
    new ArrayList<>(claims).forEach(LeaseClaim::leave);
  }

  Leases leases() {
    return leases;
  }

  long ttl() {
    return ttl;
  }

  List<KeyStore> stores() {
    return stores;
  }

  int quorum() {
    return stores.size() / 2 + 1;
  }

  void forget(LeaseClaim claim) {
    claims.remove(claim);
  }

  long open(LeaseClaim.Vote vote) {
    votes.put(++lastCall, vote);
    return lastCall;
  }

  void close(long call) {
    votes.remove(call);
  }

  void onReply(long call, KeyStore from, boolean done, boolean primary) {
    if (!primary) {
      findPrimary();
    }
    LeaseClaim.Vote vote = votes.get(call);
    if (vote != null) {
      vote.count(from, done);
    }
  }

  /** The primary may have moved. */
  void findPrimary() {
    if (sentinel != null) {
      world().network().send(this, sentinel, s -> s.onQuestion(this));
    }
  }

  void onPrimary(KeyStore primary) {
    stores = List.of(primary);
  }
}
