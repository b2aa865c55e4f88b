package io.tenure.simulation;

import org.jspecify.annotations.Nullable;

/**
 * What an exploration found.
 *
 * @param seeds how many worlds were run
 * @param events how many events happened in them
 * @param failure the first broken promise, which ended the exploration, or null
 */
public record ExploreResult(long seeds, long events, @Nullable Failure failure) {

  public boolean isClean() {
    return failure == null;
  }
}
