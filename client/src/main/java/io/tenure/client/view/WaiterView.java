package io.tenure.client.view;

import io.tenure.client.Target;
import java.time.Duration;
import java.util.List;

/**
 * A request that is not granted yet.
 *
 * @param waiting how long the answering node has seen it wait
 */
public record WaiterView(
    String session, String owner, String clientName, List<Target> targets, Duration waiting) {
  public WaiterView {
    targets = List.copyOf(targets);
  }
}
