package io.tenure.core.session;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.WaitingRequest;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests that are suspended because their clients are disconnected. The requests
 * themselves are kept in their sessions. They are outside the queue and block nobody, but count
 * towards the limits, so that each of them can return to its queue position.
 */
public final class SuspendedRequests {
  private int count;
  private int targets;
  private long bytes;

  public int count() {
    return count;
  }

  public int targets() {
    return targets;
  }

  public long bytes() {
    return bytes;
  }

  public void add(SessionEntry session, WaitingRequest request) {
    session.addSuspended(request);
    targets += request.targets().size();
    bytes += Footprint.of(request);
    count++;
  }

  /** Removes the request because it returns, is withdrawn, or its session ends; null if unknown. */
  @Nullable
  public WaitingRequest remove(SessionEntry session, long number) {
    WaitingRequest removed = session.removeSuspended(number);
    if (removed != null) {
      targets -= removed.targets().size();
      bytes -= Footprint.of(removed);
      count--;
    }
    return removed;
  }

  /** Removes all requests with numbers up to this one. */
  public void removeThrough(SessionEntry session, long number) {
    for (WaitingRequest request : session.suspendedThrough(number)) {
      remove(session, request.request().number());
    }
  }
}
