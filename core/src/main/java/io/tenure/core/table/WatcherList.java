package io.tenure.core.table;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps its watchers in a list through the claims themselves, the newest first. */
abstract class WatcherList extends Witness {
  private @Nullable Claim firstWatcher;

  @Override
  void addWatcher(Claim watcher) {
    watcher.nextWatcher = firstWatcher;
    if (firstWatcher != null) {
      firstWatcher.previousWatcher = watcher;
    }
    firstWatcher = watcher;
  }

  @Override
  void removeWatcher(Claim watcher) {
    Claim previous = watcher.previousWatcher;
    Claim next = watcher.nextWatcher;
    if (previous == null) {
      firstWatcher = next;
    } else {
      previous.nextWatcher = next;
    }
    if (next != null) {
      next.previousWatcher = previous;
    }
    watcher.previousWatcher = null;
    watcher.nextWatcher = null;
  }

  /** Lets all of them go, the oldest first: that is nearly the order of the queue. */
  void dismissWatchers(Consumer<Claim> look) {
    Claim oldest = null;
    for (Claim each = firstWatcher; each != null; each = each.nextWatcher) {
      oldest = each;
    }
    firstWatcher = null;
    while (oldest != null) {
      Claim newer = oldest.previousWatcher;
      oldest.previousWatcher = null;
      oldest.nextWatcher = null;
      oldest.witness = null;
      look.accept(oldest);
      oldest = newer;
    }
  }
}
