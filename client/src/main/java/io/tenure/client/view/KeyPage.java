package io.tenure.client.view;

import java.util.List;

/**
 * Some of the keys at which something is held or waits, in their order.
 *
 * @param nextPageToken asks for the next page; empty on the last one
 * @param revision what the page includes: everything up to this; each page has its own, and each
 *     shard counts for itself
 */
public record KeyPage(List<KeyView> keys, String nextPageToken, long revision) {
  public KeyPage {
    keys = List.copyOf(keys);
  }
}
