package io.tenure.client;

import java.util.Objects;

/**
 * A key, and whether everything below it is meant, too.
 *
 * @param key "/" with {@link Scope#SUBTREE} for everything, if there is only one shard
 */
public record WatchedKeys(String key, Scope scope) {
  public WatchedKeys {
    if (!key.equals("/")) {
      Keys.require(key);
    }
    Objects.requireNonNull(scope, "scope");
  }
}
