package io.tenure.client;

import io.tenure.client.internal.call.KeyPaths;
import java.util.Objects;

/**
 * A key and how it is locked.
 *
 * @param key a path such as {@code /billing/month-end}: 1 to 16 segments, at most 512 bytes
 * @param mode how it is locked
 * @param scope the key alone, or the key and everything below it
 * @param limit the number of permits of the semaphore, 1 to 1,000,000; 0 for the other modes
 */
public record Target(String key, Mode mode, Scope scope, int limit) {
  private static final int MAX_PERMITS = 1_000_000;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public Target {
    KeyPaths.require(key);
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(scope, "scope");
    if (mode == Mode.SEMAPHORE && (limit < 1 || limit > MAX_PERMITS)) {
      throw new IllegalArgumentException(
          "permits: " + limit + " (expected: 1 to " + MAX_PERMITS + ")");
    }
  }

  /** Returns the key, locked by one owner alone. */
  public static Target exclusive(String key) {
    return new Target(key, Mode.EXCLUSIVE, Scope.KEY, 0);
  }

  /** Returns the key, shared with other shared holders. */
  public static Target shared(String key) {
    return new Target(key, Mode.SHARED, Scope.KEY, 0);
  }

  /**
   * Returns one of {@code limit} permits of the key.
   *
   * @param limit 1 to 1,000,000
   * @throws IllegalArgumentException if the limit is out of range, or the key is invalid
   */
  public static Target permit(String key, int limit) {
    return new Target(key, Mode.SEMAPHORE, Scope.KEY, limit);
  }

  /** Returns the same for the key and everything below it. */
  public Target subtree() {
    return new Target(key, mode, Scope.SUBTREE, limit);
  }
}
