package io.tenure.simulation.stage;

/** The world took such a turn that the script cannot go on. */
public final class OffScript extends RuntimeException {
  OffScript(String what) {
    super(what);
  }
}
