package io.tenure.client.view;

import java.util.List;

/**
 * Who holds a key and who waits for it.
 *
 * @param key the key
 * @param revision the view includes every event up to this revision
 * @param holds the holds, by token; possibly not all
 * @param holding the number of holds
 * @param waiters the waiting requests, in order of arrival; possibly not all
 * @param waiting the number of waiting requests
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
