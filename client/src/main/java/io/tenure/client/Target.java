package io.tenure.client;

import io.tenure.client.internal.call.KeyPaths;
import java.util.Objects;

/**
 * A key, and how it is held or wanted.
 *
 * @param key a path such as {@code /billing/month-end}: 1 to 16 segments, at most 512 bytes
 * @param limit how many permits the semaphore has, 1 to 1,000,000; 0 for the other modes
 */
public record Target(String key, Mode mode, Scope scope, int limit) {
  private static final int MAX_PERMITS = 1_000_000;

  /** Refuses, with an {@link IllegalArgumentException}, what no service would take. */
  public Target {
    KeyPaths.require(key);
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(scope, "scope");
    if (mode == Mode.SEMAPHORE && (limit < 1 || limit > MAX_PERMITS)) {
      throw new IllegalArgumentException(
          "permits: " + limit + " (expected: 1 to " + MAX_PERMITS + ")");
    }
  }

  /** The key for one owner alone. */
  public static Target exclusive(String key) {
    return new Target(key, Mode.EXCLUSIVE, Scope.KEY, 0);
  }

  /** The key together with others who share it. */
  public static Target shared(String key) {
    return new Target(key, Mode.SHARED, Scope.KEY, 0);
  }

  /**
   * One of {@code limit} permits.
   *
   * @param limit 1 to 1,000,000
   * @throws IllegalArgumentException if it is out of that range, or the key is none
   */
  public static Target permit(String key, int limit) {
    return new Target(key, Mode.SEMAPHORE, Scope.KEY, limit);
  }

  /** The same for the key and everything below it. */
  public Target subtree() {
    return new Target(key, mode, Scope.SUBTREE, limit);
  }
}
