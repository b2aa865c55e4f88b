package io.tenure.client.error;

import java.util.List;

/**
 * The request would have waited for ever: the parties that hold or wait for its keys wait, directly
 * or through others, for the party of the request. Nothing was granted.
 *
 * <p>The shortest cycle is one party: a thread that asks for a key that it already holds.
 */
public final class DeadlockException extends TenureException {
  private final transient List<DeadlockLink> cycle;

  public DeadlockException(String message, List<DeadlockLink> cycle) {
    super(Reason.DEADLOCK, message, null);
    this.cycle = List.copyOf(cycle);
  }

  /**
   * Returns who waits for whom, in the order of waiting. A very long cycle is truncated. The list
   * is empty if the deadlock arose while the request already waited, because another hold was
   * released or upgraded.
   */
  public List<DeadlockLink> cycle() {
    return cycle;
  }
}
