package io.tenure.simulation.client;

/** Receives the state changes of a claim. */
public interface ClaimListener {
  /** The claim was granted. */
  default void granted() {}

  /** The claim ended without a grant. */
  default void refused(String why) {}

  /** The hold was converted to the requested mode. */
  default void converted() {}

  /** The hold was not converted. */
  default void conversionRefused(String why) {}

  /** The claim was held or waiting and must be regarded as ended. */
  default void lost() {}
}
