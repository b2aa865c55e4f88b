package io.tenure.client;

import java.util.Objects;

/**
 * A key, and how it is held or wanted.
 *
 * @param key a path such as {@code /billing/month-end}: 1 to 16 segments, at most 512 bytes
 * @param limit how many permits the semaphore has; 0 for the other modes
 */
public record Target(String key, Mode mode, Scope scope, int limit) {
  public Target {
    Keys.require(key);
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(scope, "scope");
  }

  /** The key for one owner alone. */
  public static Target exclusive(String key) {
    return new Target(key, Mode.EXCLUSIVE, Scope.KEY, 0);
  }

  /** The key together with others who share it. */
  public static Target shared(String key) {
    return new Target(key, Mode.SHARED, Scope.KEY, 0);
  }

  /** One of {@code limit} permits. */
  public static Target permit(String key, int limit) {
    return new Target(key, Mode.SEMAPHORE, Scope.KEY, limit);
  }

  /** The same for the key and everything below it. */
  public Target subtree() {
    return new Target(key, mode, Scope.SUBTREE, limit);
  }
}
