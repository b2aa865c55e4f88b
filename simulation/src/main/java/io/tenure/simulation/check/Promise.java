package io.tenure.simulation.check;

/** What Tenure promises, in the order and the numbering of the design. */
public enum Promise {
  MUTUAL_EXCLUSION(1, "mutual exclusion"),
  TOKENS_GROW(2, "tokens only grow"),
  NOTHING_LOST(3, "nothing acknowledged is lost"),
  NO_EARLY_EXPIRY(4, "no early expiry"),
  CLIENT_KNOWS_FIRST(5, "the client knows first"),
  FAIR(6, "fair, and everybody alive gets it"),
  RETRIES_ARE_SAFE(7, "a retry never executes twice or contradicts");

  private final int number;
  private final String text;

  Promise(int number, String text) {
    this.number = number;
    this.text = text;
  }

  public int number() {
    return number;
  }

  /** {@code promise 4, no early expiry}. */
  @Override
  public String toString() {
    return "promise " + number() + ", " + text;
  }

  public String text() {
    return text;
  }
}
