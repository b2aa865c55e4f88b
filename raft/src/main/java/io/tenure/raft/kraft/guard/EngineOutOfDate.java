package io.tenure.raft.kraft.guard;

/**
 * The engine has to be built anew from its log, which is in order: what was asked for has been done
 * entirely or not at all.
 */
public final class EngineOutOfDate extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EngineOutOfDate(String reason) {
    super(reason);
  }
}
