package io.tenure.core.model;

import java.util.Comparator;

/**
 * Who inside a session holds: a label that the client chooses, or one that is made up for a request
 * without an owner. An owner never conflicts with itself. Who waits for whom is another question,
 * see {@link Command.AcquireLock#party}.
 */
public record OwnerId(SessionId session, String label) implements Comparable<OwnerId> {
  public static final int MAX_LABEL_BYTES = 128;

  /** What the labels of requests without an owner begin with, and no other label does. */
  public static final String FRESH = "#";

  private static final Comparator<OwnerId> ORDER =
      Comparator.comparing(OwnerId::session).thenComparing(OwnerId::label);

  /** The label of a request that names no owner: nobody else's, now or later. */
  public static String fresh(RequestId request) {
    return FRESH + request.number();
  }

  public boolean isFresh() {
    return label.startsWith(FRESH);
  }

  @Override
  public int compareTo(OwnerId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return session + "/" + label;
  }
}
