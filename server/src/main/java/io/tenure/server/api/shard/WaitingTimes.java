package io.tenure.server.api.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Since when this node has seen each request of a shard wait. The state itself knows no time. The
 * applier writes, any thread reads; there are never more entries than requests in the queue.
 */
public final class WaitingTimes {
  private final Map<RequestId, Long> sinceNanos = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  public WaitingTimes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Something has happened. On the applier's thread. */
  public void applied(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Event.Queued queued) {
        sinceNanos.put(queued.request().request(), nanoTime.getAsLong());
      } else if (event instanceof Event.Withdrawn withdrawn) {
        sinceNanos.remove(withdrawn.request().request());
      } else if (event instanceof Event.Granted granted && granted.cause() != GrantCause.ASKED) {
        sinceNanos.remove(granted.answered());
      }
    }
  }

  /** The state was replaced: requests that are new to this node count from now. */
  public void restored(LockState state) {
    List<RequestId> waiting = state.waiting().stream().map(WaitingRequest::request).toList();
    sinceNanos.keySet().retainAll(Set.copyOf(waiting));
    long now = nanoTime.getAsLong();
    waiting.forEach(request -> sinceNanos.putIfAbsent(request, now));
  }

  /** How long the request has waited here, 0 if it is not known to wait. */
  public long waitingMillis(RequestId request) {
    Long since = sinceNanos.get(request);
    return since == null ? 0 : TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since);
  }
}
