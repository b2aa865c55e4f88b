package io.tenure.compare.report;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A measurement and its result in a few words, for the progress line. */
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

  /** The most important figures of a run. */
  public static String of(Run run) {
    if (!run.valid()) {
      return "invalid";
    }
    return switch (run.measurement().workload().kind()) {
      case PAIRS -> Figures.rate(run.perSecond()) + ", acquire p99 " + p99(run.acquire());
      case FAILOVER -> gaps(run.gaps());
      case HOLDS -> holding(run);
      case IDLE -> memory(run);
      case WATCHES -> "delay p99 " + p99(Objects.requireNonNull(run.watching()).delay());
    };
  }

  private static String gaps(List<Gap> gaps) {
    return "gap "
        + String.join(", ", gaps.stream().map(gap -> Figures.gap(gap.leastGapMillis())).toList());
  }

  private static String holding(Run run) {
    return String.format(
        Locale.ROOT,
        "%,d held after %s%s",
        run.operations(),
        Figures.time(run.seconds()),
        memory(run).isEmpty() ? "" : ", " + memory(run));
  }

  /** Empty if the server processes are unknown. */
  private static String memory(Run run) {
    Double mib = run.usage() == null ? null : run.usage().serverMib();
    return mib == null ? "" : Figures.mib(mib) + " of server memory";
  }

  private static String p99(@Nullable Latency latency) {
    return latency == null ? "unknown" : Figures.micros(latency.p99Micros());
  }
}
