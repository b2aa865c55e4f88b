package io.tenure.client;

import java.util.Objects;

/**
 * A key, and whether everything below it is meant, too.
 *
 * @param key "/" with {@link Scope#SUBTREE} for everything, if there is only one shard
 */
public record WatchedKeys(String key, Scope scope) {
  public WatchedKeys {
    Text.require("key", key, 1, Target.MAX_KEY_BYTES);
    Objects.requireNonNull(scope, "scope");
  }
}
