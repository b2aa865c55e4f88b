package io.tenure.faults.fault;

/** A fault is over, and all of it was taken back, but it was of another kind than it was to be. */
public final class OtherFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final FaultKind instead;

  /**
   * What it was.
   *
   * @param why it was not what it was to be
   */
  public OtherFaultException(FaultKind instead, String why) {
    super(why);
    this.instead = instead;
  }

  FaultKind instead() {
    return instead;
  }
}
