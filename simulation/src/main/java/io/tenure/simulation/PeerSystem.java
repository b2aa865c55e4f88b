package io.tenure.simulation;

import io.tenure.simulation.check.Checker;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.peer.PeerService;
import io.tenure.simulation.world.Node;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Redis or Redlock. */
final class PeerSystem implements LockSystem {
  private final PeerService service;

  PeerSystem(PeerService service) {
    this.service = service;
  }

  @Override
  public List<? extends Node> servers() {
    return service.stores();
  }

  @Override
  public @Nullable Node leader() {
    return service.primary();
  }

  @Override
  public LockClient client(String name, long ttlMillis, Consumer<LockClient> program) {
    return service.client(name, ttlMillis, program);
  }

  @Override
  public void start() {
    service.start();
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public boolean revokeSomething() {
    return false;
  }

  @Override
  public boolean raiseRevision() {
    return false;
  }

  /** There is no log whose replicas could disagree. */
  @Override
  public void settle(Checker checker) {}
}
