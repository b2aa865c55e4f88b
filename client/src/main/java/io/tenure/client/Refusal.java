package io.tenure.client;

import java.util.List;

/**
 * Why something did not happen.
 *
 * @param message for people
 * @param holders those in the way, the longest-standing first; perhaps not all
 * @param waiting how many others wait
 */
public record Refusal(Kind kind, String message, List<Holder> holders, int waiting) {
  public Refusal {
    holders = List.copyOf(holders);
  }

  /** The words of the protocol. */
  public enum Kind {
    BUSY,
    TIMED_OUT,
    DEADLOCK,
    KIND_MISMATCH,
    ENDED,
    NOT_HELD,
    NOT_CONVERTIBLE,
    /** A word of a newer protocol: the message says more. */
    UNKNOWN
  }

  /** Somebody in the way. */
  public record Holder(String session, String owner, String key, long token) {}
}
