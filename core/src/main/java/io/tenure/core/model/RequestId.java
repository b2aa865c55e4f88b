package io.tenure.core.model;

/** A request of a session. The client numbers its requests from 1 upwards. */
public record RequestId(SessionId session, long number) {
  public RequestId {
    if (number < 1) {
      throw new IllegalArgumentException("request: " + number + " (expected: 1 or more)");
    }
  }

  @Override
  public String toString() {
    return session + "#" + number;
  }
}
