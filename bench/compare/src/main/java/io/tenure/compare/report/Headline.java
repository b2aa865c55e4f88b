package io.tenure.compare.report;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A measurement and what came of it, in few words. */
public final class Headline {
  private Headline() {}

  /** Such as {@code uncontended 64}. */
  public static String name(Measurement measurement) {
    String label = measurement.workload().label();
    return switch (measurement.workload()) {
      case UNCONTENDED -> label + " " + measurement.workers();
      default -> label;
    };
  }

  /** The figure that people look at first. */
  public static String of(Run run) {
    if (!run.valid()) {
      return "not a result";
    }
    Workload workload = run.measurement().workload();
    return switch (workload) {
      case FAILOVER -> gaps(run.gaps());
      case HOLDERS -> holding(run);
      case WATCHERS ->
          "told after " + p99(Objects.requireNonNull(run.watching()).delay()) + " (p99)";
      default -> Figures.rate(run.perSecond()) + ", p99 " + p99(run.acquire());
    };
  }

  private static String gaps(List<Gap> gaps) {
    return "gap "
        + String.join(", ", gaps.stream().map(gap -> Figures.gap(gap.leastGapMillis())).toList());
  }

  private static String holding(Run run) {
    Usage usage = Objects.requireNonNull(run.usage());
    return String.format(
        Locale.ROOT,
        "%,d held after %s, %s",
        run.operations(),
        Figures.time(run.seconds()),
        Figures.mib(usage.serverMib()));
  }

  private static String p99(@Nullable Latency latency) {
    return latency == null ? "unknown" : Figures.micros(latency.p99Micros());
  }
}
