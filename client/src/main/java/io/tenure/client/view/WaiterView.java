package io.tenure.client.view;

import io.tenure.client.Target;
import java.time.Duration;
import java.util.List;

/**
 * A request that waits.
 *
 * @param session the session that waits
 * @param owner the owner, within the session
 * @param clientName the name of the client
 * @param targets what is requested
 * @param waiting how long the answering node has seen the request wait; less than the actual time
 *     after a restart or a change of the leader
 */
public record WaiterView(
    String session, String owner, String clientName, List<Target> targets, Duration waiting) {
  public WaiterView {
    targets = List.copyOf(targets);
  }
}
