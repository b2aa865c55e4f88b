package io.tenure.client.view;

import io.tenure.client.Scope;
import io.tenure.client.internal.call.KeyPaths;
import java.util.Objects;

/**
 * The keys of a watch.
 *
 * @param key a key, or {@code "/"} with {@link Scope#SUBTREE} for all keys, which is possible only
 *     if the service has one shard
 * @param scope the key alone, or the key and everything below it
 */
public record WatchedKeys(String key, Scope scope) {
  public WatchedKeys {
    if (!key.equals("/")) {
      KeyPaths.require(key);
    }
    Objects.requireNonNull(scope, "scope");
  }
}
