package io.tenure.server.api.encode;

import io.tenure.core.model.OwnerId;

/**
 * The owner of every hold that was acquired without a session. By it a session is known to have
 * been opened for that hold alone.
 */
public final class ImplicitOwner {
  public static final String LABEL = "implicit";

  private ImplicitOwner() {}

  public static boolean is(OwnerId owner) {
    return owner.label().equals(LABEL);
  }
}
