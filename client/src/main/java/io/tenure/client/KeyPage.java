package io.tenure.client;

import java.util.List;

/**
 * Some of the keys at which something is held or waits, in their order.
 *
 * @param nextPageToken asks for the next page; empty on the last one
 */
public record KeyPage(List<KeyView> keys, String nextPageToken) {
  public KeyPage {
    keys = List.copyOf(keys);
  }
}
