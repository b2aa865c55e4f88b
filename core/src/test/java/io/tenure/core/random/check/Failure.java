package io.tenure.core.random.check;

import io.tenure.core.model.Command;
import java.util.List;

/**
 * How a script failed.
 *
 * @param findings of its last command; the first is what shrinking must preserve
 * @param commands those that ran, the failing one last
 */
public record Failure(List<Finding> findings, List<Command> commands) {
  public Check check() {
    return findings.get(0).check();
  }
}
