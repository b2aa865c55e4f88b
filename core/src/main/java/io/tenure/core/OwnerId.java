package io.tenure.core;

import java.util.Comparator;

/**
 * Who inside a session holds: a label that the client chooses. An owner never conflicts with
 * itself, and deadlocks are found between owners.
 */
public record OwnerId(SessionId session, String label) implements Comparable<OwnerId> {
  public static final int MAX_LABEL_BYTES = 128;

  private static final Comparator<OwnerId> ORDER =
      Comparator.comparing(OwnerId::session).thenComparing(OwnerId::label);

  @Override
  public int compareTo(OwnerId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return session + "/" + label;
  }
}
