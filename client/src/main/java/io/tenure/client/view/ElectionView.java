package io.tenure.client.view;

import io.tenure.client.Leader;
import java.util.Optional;

/** The state of an election, as read from its key. */
public final class ElectionView {
  private ElectionView() {}

  /**
   * Returns the holder of the key itself. The holder of a subtree lock on a key above does not
   * lead.
   */
  public static Optional<Leader> leader(String key, KeyView view) {
    return view.holds().stream()
        .filter(hold -> hold.targets().stream().anyMatch(target -> target.key().equals(key)))
        .findFirst()
        .map(hold -> new Leader(hold.token(), hold.value(), hold.session(), hold.clientName()));
  }
}
