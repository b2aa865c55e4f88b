package io.tenure.core;

/** What claims wait for: when it goes away, they look for another reason to wait. */
abstract class Watched {
  abstract void addWatcher(Claim watcher);

  abstract void removeWatcher(Claim watcher);
}
