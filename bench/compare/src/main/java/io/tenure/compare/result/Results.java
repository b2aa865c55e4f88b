package io.tenure.compare.result;

import java.util.List;
import java.util.Map;

/**
 * All that one call of the bench has found.
 *
 * @param started when, in UTC
 * @param command what was typed
 * @param partial whether it was ended before everything was measured
 * @param settings of the bench itself
 * @param absent the systems that were left out, with the reason
 */
public record Results(
    String started,
    String command,
    boolean partial,
    Machine machine,
    Map<String, String> settings,
    List<Contender> contenders,
    Map<String, String> absent,
    List<Run> runs) {

  /** Whether each run was a result. */
  public boolean sound() {
    return runs.stream().allMatch(Run::valid);
  }
}
