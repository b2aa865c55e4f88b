package io.tenure.compare.report;

import io.tenure.compare.result.Contender;
import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Faults;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Holding;
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

/** Results as somebody might have them. */
final class Samples {
  static final Measurement CONTENDED = new Measurement(Workload.CONTENDED, 16, 16, 1, 10, 1);

  private Samples() {}

  static Run run(String system, int round, long operations) {
    return run(system, round, operations, Faults.NONE);
  }

  static Run run(String system, int round, long operations, Faults faults) {
    return new Run(
        system,
        round,
        CONTENDED,
        10,
        operations,
        faults,
        usage(operations),
        null,
        null,
        1.25,
        List.of(),
        null,
        null,
        null);
  }

  /** 20, 50 and 30 microseconds of client, leader and others for one. */
  private static Usage usage(long operations) {
    Cost cost = new Cost(operations * 50 / 1e6, operations * 1_000, operations / 2, operations * 4);
    return new Usage(operations * 80 / 1e6, operations * 20 / 1e6, 300, null, 100, cost);
  }

  static Run holders(String system, double mibBefore, double mib) {
    Usage usage = new Usage(1, 1, mib, null, 100, null);
    return new Run(
        system,
        1,
        new Measurement(Workload.HOLDERS, 10, 10, 100, 10, 0),
        5,
        100,
        Faults.NONE,
        usage,
        null,
        null,
        null,
        List.of(),
        new Holding(100, 5, 10, mibBefore),
        null,
        null);
  }

  /** One kill, watched for somewhat longer than the limit if its gap did not end. */
  static Run failover(String system, @Nullable Double gapMillis) {
    Timeline timeline = new Timeline(10, 100, Collections.nCopies(3_250, 1));
    return new Run(
        system,
        1,
        new Measurement(Workload.FAILOVER, 16, 1, 16, 2, 1),
        60,
        100,
        Faults.NONE,
        null,
        null,
        null,
        null,
        List.of(new Gap(gapMillis, gapMillis, gapMillis == null ? 31_500 : 190, 0, timeline)),
        null,
        null,
        null);
  }

  static Faults errors(long count) {
    return new Faults(count, 0, 0, 0, 0, List.of());
  }

  static Faults violations(long count) {
    return new Faults(0, count, 0, 0, 0, List.of("/k: granted twice"));
  }

  static Results results(Run... runs) {
    List<Contender> contenders =
        List.of(
            new Contender("etcd", List.of("REPLICATED"), Map.of("version", "3 <b>")),
            new Contender("tenure", List.of("REPLICATED"), Map.of("version", "1")));
    return new Results(
        "2026-01-01T00:00:00Z",
        "./tenure bench --workload contended",
        false,
        new Machine("A processor", 2, 4_096, "Linux 6", "A JVM 17", "ext4"),
        Map.of("rounds", "3"),
        contenders,
        Map.of("redis", "not installed (apt-get install redis-server)"),
        List.of(runs));
  }
}
