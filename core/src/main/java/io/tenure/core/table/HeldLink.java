package io.tenure.core.table;

import org.jspecify.annotations.Nullable;

/** A held target's place in a {@link HeldList}. */
public abstract class HeldLink {
  @Nullable HeldLink previous;
  @Nullable public HeldLink next;

  public abstract TargetClaim target();
}
