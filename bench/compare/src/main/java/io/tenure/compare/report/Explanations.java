package io.tenure.compare.report;

import io.tenure.compare.result.Workload;

/** What a reader must know to understand the figures of a workload. */
final class Explanations {
  private Explanations() {}

  static String of(Workload workload) {
    return switch (workload) {
      case UNCONTENDED ->
          "All workers share one client. A pair is one acquire and the release that follows. CPU"
              + " time is per pair. Both axes of the plots are logarithmic.";
      case CONTENDED ->
          "The latency of an acquire is mostly the time in the queue. The operations of the fastest"
              + " worker divided by those of the slowest show how fair the lock is; 1.00 is best.";
      case READERS -> "Only systems with shared locks.";
      case FAILOVER ->
          "Only replicated systems. The gap is the time from the kill to the first grant of a"
              + " request that was sent after it. “Every worker” is the time until each worker had"
              + " such a grant, “longest silence” the longest time without any grant, “restart” the"
              + " time from the start of the killed server until all servers take part again. A separate"
              + " client holds 16 keys all the time and must still hold them at the end. Each plot"
              + " shows the failover with the median gap: grants in 10 ms, the gap shaded.";
      case FREEZE ->
          "As failover, but the leader’s process is stopped by a signal and continued when the gap"
              + " has ended, so that its connections stay open.";
      case HOLDERS ->
          "Each client acquires its keys one after the other, on one thread. The servers are freshly"
              + " started and not warmed up, so that the memory is only that of this workload."
              + " “Before” is the memory without any held key, “growth” the difference. CPU is the"
              + " share of one core that is used while all keys are held; it is measured after a"
              + " rest as long as the warm-up of the other workloads.";
      case SESSIONS ->
          "As holders, but each key is held by a client with its own connections and session.";
      case IDLE ->
          "Freshly started servers. CPU is the share of one core; it is measured after a rest as long"
              + " as the warm-up of the other workloads.";
      case WATCHERS ->
          "Only systems with watches. The delay is the time from the return of the call that changed"
              + " the key to the notification of a watcher; 0 if the notification came first. “Since"
              + " due” is measured from the scheduled time of the change and includes the call."
              + " “Missing” is the number of notifications that did not arrive within a second.";
      case MANY_CLIENTS ->
          "Many programs with little to do each. Counting begins when every client has acquired and"
              + " released once, so that the time to connect is not included.";
    };
  }
}
