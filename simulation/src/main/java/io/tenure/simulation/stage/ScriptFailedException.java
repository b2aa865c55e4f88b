package io.tenure.simulation.stage;

/** The simulation is in a state in which the script cannot continue. */
public final class ScriptFailedException extends RuntimeException {
  ScriptFailedException(String what) {
    super(what);
  }
}
