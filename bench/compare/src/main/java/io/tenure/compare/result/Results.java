package io.tenure.compare.result;

import java.util.List;
import java.util.Map;

/**
 * The results of one call of {@code tenure bench}.
 *
 * @param started when, in UTC
 * @param command the command line
 * @param partial whether it was interrupted before everything was measured
 * @param settings of the bench itself
 * @param absent the systems that were left out, with the reason
 */
public record Results(
    String started,
    String command,
    boolean partial,
    Machine machine,
    Map<String, String> settings,
    List<ComparedSystem> systems,
    Map<String, String> absent,
    List<Run> runs) {

  /** Whether every run is a result. */
  public boolean sound() {
    return runs.stream().allMatch(Run::valid);
  }
}
