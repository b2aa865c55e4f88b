package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import java.util.List;
import java.util.Map;

/**
 * All that is to be told of a run.
 *
 * @param settings what it was run with, in the order to tell it
 * @param leftOut kinds of faults that were not possible, each with the reason
 * @param trouble why it ended early; empty if it did not
 * @param logs of the nodes
 */
public record Report(
    Map<String, String> settings,
    Map<String, String> leftOut,
    Timeline timeline,
    List<Verdict> verdicts,
    String trouble,
    Logs logs) {
  public Report {
    verdicts = List.copyOf(verdicts);
  }

  /** Whether every promise was kept, and the service came back after every fault. */
  public boolean isGood() {
    return trouble.isEmpty() && verdicts.stream().allMatch(Verdict::isKept);
  }
}
