package io.tenure.client.view;

import java.util.List;

/**
 * Who holds a key and who waits for it.
 *
 * @param revision what the view includes: everything up to this
 * @param holds by token; perhaps not all
 * @param holding how many there are in all
 * @param waiters in order of arrival; perhaps not all
 * @param waiting how many there are in all
 */
public record KeyView(
    String key,
    long revision,
    List<HoldView> holds,
    int holding,
    List<WaiterView> waiters,
    int waiting) {
  public KeyView {
    holds = List.copyOf(holds);
    waiters = List.copyOf(waiters);
  }
}
