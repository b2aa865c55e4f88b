package io.tenure.simulation.client;

import io.tenure.core.model.Target;
import io.tenure.simulation.world.Node;
import java.util.List;

/** A client process of a lock service. */
public interface LockClient {
  /** The process. */
  Node node();

  /** Whether it can send requests: it has what the service requires, such as a session. */
  boolean isReady();

  /** Does something as soon as it is ready, at once if it is, never if it crashes before. */
  void whenReady(Runnable action);

  /**
   * Asks for all targets at once. Only when ready.
   *
   * @param owner who asks, inside this client
   * @param mayWait whether to wait while somebody else holds them
   */
  Claim ask(String owner, List<Target> targets, boolean mayWait, ClaimListener listener);

  /** Closes the session, which releases everything, and opens a new one. */
  void leave();
}
