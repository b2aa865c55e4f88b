package io.tenure.client.view;

import java.util.List;

/**
 * A page of keys at which something is held or waits.
 *
 * @param keys in key order
 * @param nextPageToken the argument for the next page; empty on the last page
 * @param revision the page includes every event up to this revision. Each page has its own
 *     revision, and each shard counts separately
 */
public record KeyPage(List<KeyView> keys, String nextPageToken, long revision) {
  public KeyPage {
    keys = List.copyOf(keys);
  }
}
