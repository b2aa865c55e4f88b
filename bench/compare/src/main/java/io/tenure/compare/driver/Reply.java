package io.tenure.compare.driver;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Run;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link Request}. All are null after a step without a result.
 *
 * @param failure why the step failed
 */
public record Reply(@Nullable Run run, @Nullable Gap gap, @Nullable String failure) {
  static final Reply DONE = new Reply(null, null, null);

  static Reply of(Run run) {
    return new Reply(run, null, null);
  }

  static Reply of(Gap gap) {
    return new Reply(null, gap, null);
  }

  static Reply failed(String failure) {
    return new Reply(null, null, failure);
  }
}
