package io.tenure.server.replication;

import io.tenure.core.RequestId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who has asked last for each request that may wait and has no answer yet, as far as this node was
 * asked. A client that lost its connection sends the same request again on another: then whoever
 * asked before has no say in it any more. Any thread.
 */
public final class LastAskers {
  private final Map<RequestId, Answer> last = new ConcurrentHashMap<>();

  LastAskers() {}

  /** Before the request is proposed. */
  public void asks(RequestId request, Answer asker) {
    last.put(request, asker);
  }

  /** This one has its answer, or needs none any more. */
  public void forget(RequestId request, Answer asker) {
    last.remove(request, asker);
  }

  /**
   * Does something if nobody has asked after this one. Who asks meanwhile comes after it.
   *
   * @param action must not come back here
   */
  public void ifLast(RequestId request, Answer asker, Runnable action) {
    last.computeIfPresent(
        request,
        (same, found) -> {
          if (found == asker) {
            action.run();
          }
          return found;
        });
  }

  int size() {
    return last.size();
  }
}
