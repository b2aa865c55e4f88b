package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** What claims wait for: when it goes away, they look for another reason to wait. */
abstract class Watched {
  private @Nullable Claim firstWatcher;

  final @Nullable Claim firstWatcher() {
    return firstWatcher;
  }

  final void firstWatcher(@Nullable Claim watcher) {
    firstWatcher = watcher;
  }
}
