package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.List;

/**
 * A promise that was broken.
 *
 * @param message for people
 * @param entries what shows it, and nothing else, in order of time
 */
public record Violation(String message, List<Entry> entries) {
  public Violation {
    entries = List.copyOf(entries);
  }
}
