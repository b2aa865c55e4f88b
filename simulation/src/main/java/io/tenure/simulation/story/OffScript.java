package io.tenure.simulation.story;

/** The world took such a turn that the script cannot go on. */
final class OffScript extends RuntimeException {
  OffScript(String what) {
    super(what);
  }
}
