package io.tenure.core.model;

import java.util.Comparator;

/**
 * The owner of a hold inside a session: a label chosen by the client, or a generated one for a
 * request without an owner. An owner never conflicts with itself. For deadlock detection see {@link
 * Command.AcquireLock#party}.
 */
public record OwnerId(SessionId session, String label) implements Comparable<OwnerId> {
  public static final int MAX_LABEL_BYTES = 128;

  /** Prefix of generated labels; client-chosen labels never have it. */
  public static final String FRESH = "#";

  private static final Comparator<OwnerId> ORDER =
      Comparator.comparing(OwnerId::session).thenComparing(OwnerId::label);

  /** The generated, unique label of a request without an owner. */
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
