package io.tenure.client.view;

import io.tenure.client.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A hold: a granted request.
 *
 * @param token the fencing token
 * @param session the session that holds
 * @param owner the owner, within the session
 * @param clientName the name of the client
 * @param targets what is held
 * @param value text that describes the holder; empty if none
 * @param remaining how long the lease is valid without another keep-alive; present only if the
 *     answer came from the leader
 */
public record HoldView(
    long token,
    String session,
    String owner,
    String clientName,
    List<Target> targets,
    String value,
    Optional<Duration> remaining) {
  public HoldView {
    targets = List.copyOf(targets);
  }
}
