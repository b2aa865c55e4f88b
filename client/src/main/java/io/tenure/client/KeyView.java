package io.tenure.client;

import java.util.List;

/**
 * Who holds a key and who waits for it.
 *
 * @param holds by token; perhaps not all
 * @param holding how many there are in all
 * @param waiters in order of arrival; perhaps not all
 * @param waiting how many there are in all
 */
public record KeyView(
    String key, List<Hold> holds, int holding, List<Waiter> waiters, int waiting) {
  public KeyView {
    holds = List.copyOf(holds);
    waiters = List.copyOf(waiters);
  }
}
