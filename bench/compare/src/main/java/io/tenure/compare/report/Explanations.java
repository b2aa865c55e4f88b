package io.tenure.compare.report;

import io.tenure.compare.result.Workload;

/** What a reader has to know to understand the figures of a workload. */
final class Explanations {
  private Explanations() {}

  static String of(Workload workload) {
    return switch (workload) {
      case UNCONTENDED ->
          "All workers share one client. A pair is an acquire and the release that follows; CPU"
              + " time is that of one pair. Both axes of the plots are logarithmic.";
      case CONTENDED ->
          "The time to acquire is mostly spent waiting for the others. The fastest worker by the"
              + " slowest tells how fair it is: 1.00 is best.";
      case READERS -> "Only systems that have shared locks.";
      case FAILOVER ->
          "Only systems that survive the loss of a node. The gap ends with the first grant of a"
              + " request that was sent after the kill; “every worker” is when each of them had"
              + " such a grant, “silence” the longest time without any grant. Another client holds 16"
              + " keys all the time and must still have them in the end. Each plot shows the"
              + " kill with the median gap: grants in 10 ms, the gap shaded.";
      case HOLDERS ->
          "Each client acquires its keys one after the other, from one thread. The servers are"
              + " fresh and not warmed up, so that the memory is that of this; “before” is what they"
              + " took with no key held, “growth” what was added. CPU is what it"
              + " takes to keep them all, when nothing else happens; it is measured after a rest as"
              + " long as the warm-up of the other workloads.";
      case WATCHERS ->
          "Only systems that tell. From the return of the call that changed the key until a"
              + " watcher is told, for each watcher; 0 if it was told before that. “Since due” is"
              + " from the time when the change should have been made, and contains the call."
              + " Missing are notices that had not come a second later.";
      case MANY_CLIENTS ->
          "As many programs with little to do would have it. Counting begins when each has had its"
              + " lock once, so that nobody’s connecting is in the figures.";
    };
  }
}
