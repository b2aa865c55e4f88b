package io.tenure.client.view;

import io.tenure.client.Leader;
import java.util.Optional;

/** An election, as it can be read from its key. */
public final class ElectionView {
  private ElectionView() {}

  /** Who holds the key itself: a lock on a whole subtree above does not lead. */
  public static Optional<Leader> leader(String key, KeyView view) {
    return view.holds().stream()
        .filter(hold -> hold.targets().stream().anyMatch(target -> target.key().equals(key)))
        .findFirst()
        .map(hold -> new Leader(hold.token(), hold.value(), hold.session(), hold.clientName()));
  }
}
