package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.List;

/**
 * A violation of a promise.
 *
 * @param message the explanation
 * @param entries the entries that prove it, in order of time
 */
public record Violation(String message, List<Entry> entries) {
  public Violation {
    entries = List.copyOf(entries);
  }
}
