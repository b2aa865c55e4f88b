package io.tenure.simulation.client;

/** Hears what becomes of a claim. */
public interface ClaimListener {
  /** It is held from now on. */
  default void granted() {}

  /** It is over without having been held. */
  default void refused(String why) {}

  /** The hold has the mode that was asked for. */
  default void converted() {}

  /** The hold stays as it was. */
  default void conversionRefused(String why) {}

  /** It was held or waited, and the client has to take it for over. */
  default void lost() {}
}
