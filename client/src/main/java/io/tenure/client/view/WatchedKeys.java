package io.tenure.client.view;

import io.tenure.client.Scope;
import io.tenure.client.internal.call.KeyPaths;
import java.util.Objects;

/**
 * A key, and whether everything below it is meant, too.
 *
 * @param key "/" with {@link Scope#SUBTREE} for everything, if there is only one shard
 */
public record WatchedKeys(String key, Scope scope) {
  public WatchedKeys {
    if (!key.equals("/")) {
      KeyPaths.require(key);
    }
    Objects.requireNonNull(scope, "scope");
  }
}
