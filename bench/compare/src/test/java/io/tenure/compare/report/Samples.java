package io.tenure.compare.report;

import io.tenure.compare.result.ComparedSystem;
import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Faults;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.HolderResult;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Machine;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Timeline;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Examples of results. */
final class Samples {
  static final Measurement CONTENDED = new Measurement(Workload.CONTENDED, 16, 16, 1, 10, 1);

  private Samples() {}

  static Run run(String system, int round, long operations) {
    return run(system, round, operations, Faults.NONE);
  }

  static Run run(String system, int round, long operations, Faults faults) {
    return Run.of(system, round, CONTENDED)
        .counted(operations, 10)
        .faults(faults)
        .usage(usage(operations))
        .fairness(1.25)
        .build();
  }

  /** For each operation 20 µs of the client, 50 µs of the leader, 30 µs of the other servers. */
  private static Usage usage(long operations) {
    Cost cost = new Cost(operations * 50 / 1e6, operations * 1_000, operations / 2, operations * 4);
    return new Usage(operations * 80 / 1e6, operations * 20 / 1e6, 300.0, null, 100, cost);
  }

  /** Without CPU time of the servers, whose processes are unknown. */
  static Run ofService(long operations) {
    Latency latency = new Latency(operations, 150, 100, 200, 300, 400, 500, "");
    return Run.of("tenure", 1, new Measurement(Workload.UNCONTENDED, 1, 1, 1, 10, 1))
        .counted(operations, 10)
        .usage(new Usage(null, 1, null, null, 100, null))
        .latencies(latency, latency, latency)
        .build();
  }

  static Run holders(String system, double mibBefore, double mib) {
    Usage usage = new Usage(1.0, 1, mib, null, 100, null);
    return Run.of(system, 1, new Measurement(Workload.HOLDERS, 10, 10, 100, 10, 0))
        .counted(100, 5)
        .usage(usage)
        .holding(new HolderResult(100, 5, 10, mibBefore))
        .build();
  }

  /** One failover, observed a little longer than the limit if its gap did not end. */
  static Run failover(String system, @Nullable Double gapMillis) {
    Timeline timeline = new Timeline(10, 100, Collections.nCopies(3_250, 1));
    double silence = gapMillis == null ? 31_500 : 190;
    return Run.of(system, 1, new Measurement(Workload.FAILOVER, 16, 1, 16, 2, 1))
        .counted(100, 60)
        .gaps(List.of(new Gap(gapMillis, gapMillis, silence, 0, timeline)))
        .build();
  }

  static Faults errors(long count) {
    return new Faults(count, 0, 0, 0, 0, List.of());
  }

  static Faults violations(long count) {
    return new Faults(0, count, 0, 0, 0, List.of("/k: granted twice"));
  }

  static Results results(Run... runs) {
    List<ComparedSystem> systems =
        List.of(
            new ComparedSystem("etcd", List.of("REPLICATED"), Map.of("version", "3 <b>")),
            new ComparedSystem("tenure", List.of("REPLICATED"), Map.of("version", "1")));
    return new Results(
        "2026-01-01T00:00:00Z",
        "./tenure bench --workload contended",
        false,
        new Machine("A processor", 2, 4_096, "Linux 6", "A JVM 17", "ext4"),
        Map.of("rounds", "3"),
        systems,
        Map.of("redis", "not installed (apt-get install redis-server)"),
        List.of(runs));
  }
}
