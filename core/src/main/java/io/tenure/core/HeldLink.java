package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** A held target's place in a {@link HeldList}. */
abstract class HeldLink {
  @Nullable HeldLink previous;
  @Nullable HeldLink next;

  abstract TargetClaim target();
}
