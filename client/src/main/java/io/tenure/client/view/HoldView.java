package io.tenure.client.view;

import io.tenure.client.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A granted request.
 *
 * @param value as text
 * @param remaining how long it is good for without another keep-alive; only the leader knows
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
