package io.tenure.core.table;

/** What claims wait for: when it goes away, they look for another reason to wait. */
public abstract class Witness {
  abstract void addWatcher(Claim watcher);

  abstract void removeWatcher(Claim watcher);
}
