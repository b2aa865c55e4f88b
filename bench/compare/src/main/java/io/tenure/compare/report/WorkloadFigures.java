package io.tenure.compare.report;

import static io.tenure.compare.report.Figure.cost;
import static io.tenure.compare.report.Figure.gap;
import static io.tenure.compare.report.Figure.latency;
import static io.tenure.compare.report.Figure.one;
import static io.tenure.compare.report.Figure.sum;
import static io.tenure.compare.report.Figure.usage;

import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.WatcherResult;
import io.tenure.compare.result.Workload;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which figures are shown for a workload. The first one is compared with Tenure's. */
final class WorkloadFigures {
  private static final Figure ACQUIRE_P50 =
      latency("acquire p50", Run::acquire, Latency::p50Micros);
  static final Figure ACQUIRE_P99 = latency("acquire p99", Run::acquire, Latency::p99Micros);
  private static final Figure PAIR_P99 = latency("pair p99", Run::pair, Latency::p99Micros);
  static final Figure PAIRS = one("pairs", Run::perSecond, Figures::rate);
  static final Figure HAND_OFFS = one("hand-offs", Run::perSecond, Figures::rate);
  static final Figure FAIRNESS =
      one("fastest/slowest", Run::fairness, value -> String.format(Locale.ROOT, "%.2f", value));
  static final Figure SERVER_MICROS =
      one("server CPU", Run::serverMicrosPerOperation, Figures::exactMicros);
  static final Figure CLIENT_MICROS =
      one("client CPU", Run::clientMicrosPerOperation, Figures::exactMicros);
  static final Figure GAP = gap("gap", Gap::leastGapMillis);
  static final Figure MEMORY = usage("server memory", Usage::serverMib, Figures::mib);
  private static final Figure MEMORY_BEFORE =
      one("before", WorkloadFigures::memoryBefore, Figures::mib);
  private static final Figure MEMORY_GROWTH =
      one("growth", WorkloadFigures::memoryGrowth, Figures::mib);
  static final Figure FILL = one("time to acquire", Run::seconds, Figures::seconds);
  static final Figure SERVER_LOAD =
      one("server CPU", run -> percent(run, Usage::serverCpuSeconds), Figures::percent);
  static final Figure CLIENT_LOAD =
      one("client CPU", run -> percent(run, Usage::clientCpuSeconds), Figures::percent);
  static final Figure DELAY_P50 = watch("delay p50", WatcherResult::delay, Latency::p50Micros);
  static final Figure DELAY_P99 = watch("delay p99", WatcherResult::delay, Latency::p99Micros);
  private static final Figure DELAY_MAX =
      watch("delay max", WatcherResult::delay, Latency::maxMicros);
  private static final Figure DUE_P50 =
      watch("since due p50", WatcherResult::sinceIntended, Latency::p50Micros);
  private static final Figure DUE_P99 =
      watch("since due p99", WatcherResult::sinceIntended, Latency::p99Micros);
  private static final Figure MISSING =
      sum("missing", run -> run.watching() == null ? null : (double) run.watching().missing());
  private static final Figure RESTART =
      new Figure("restart", Run::restartSeconds, Figures::seconds, false);
  private static final Figure ERRORS = sum("errors", run -> (double) run.faults().errors());

  /** What one operation costs. */
  static final List<Figure> COSTS =
      List.of(
          cost("network bytes", Cost::loopbackBytes, Figures::number),
          CLIENT_MICROS,
          cost("leader CPU", WorkloadFigures::leaderMicros, Figures::exactMicros),
          one("other servers' CPU", WorkloadFigures::otherMicros, Figures::exactMicros),
          cost("disk flushes", Cost::diskFlushes, Figures::number),
          cost("thread switches", Cost::switches, Figures::number));

  /** The distribution of latencies. */
  static final List<Figure> LATENCIES =
      List.of(
          ACQUIRE_P50,
          latency("p90", Run::acquire, Latency::p90Micros),
          latency("p99", Run::acquire, Latency::p99Micros),
          latency("p99.9", Run::acquire, Latency::p999Micros),
          latency("max", Run::acquire, Latency::maxMicros),
          latency("release p50", Run::release, Latency::p50Micros),
          latency("p90", Run::release, Latency::p90Micros),
          latency("p99", Run::release, Latency::p99Micros),
          latency("max", Run::release, Latency::maxMicros));

  private WorkloadFigures() {}

  /** The most important figure. */
  static Figure headline(Workload workload) {
    return of(workload).get(0);
  }

  static List<Figure> of(Workload workload) {
    return switch (workload) {
      case UNCONTENDED, READERS, MANY_CLIENTS ->
          List.of(PAIRS, ACQUIRE_P50, ACQUIRE_P99, PAIR_P99, SERVER_MICROS, CLIENT_MICROS, ERRORS);
      case CONTENDED ->
          List.of(
              HAND_OFFS, FAIRNESS, ACQUIRE_P50, ACQUIRE_P99, SERVER_MICROS, CLIENT_MICROS, ERRORS);
      case FAILOVER, FREEZE ->
          List.of(
              GAP,
              gap("every worker", Gap::leastEveryWorkerMillis),
              gap("longest silence", Gap::silenceMillis),
              RESTART,
              ERRORS);
      case HOLDERS, SESSIONS ->
          List.of(MEMORY, MEMORY_BEFORE, MEMORY_GROWTH, SERVER_LOAD, CLIENT_LOAD, FILL, ERRORS);
      case IDLE -> List.of(MEMORY, SERVER_LOAD);
      case WATCHERS -> List.of(DELAY_P99, DELAY_P50, DELAY_MAX, DUE_P50, DUE_P99, MISSING, ERRORS);
    };
  }

  /** The figures in which two builds are compared. */
  static List<Figure> ofBuilds(Workload workload) {
    return switch (workload.kind()) {
      case PAIRS ->
          List.of(
              workload == Workload.CONTENDED ? HAND_OFFS : PAIRS,
              ACQUIRE_P50,
              ACQUIRE_P99,
              SERVER_MICROS,
              CLIENT_MICROS);
      case FAILOVER -> List.of(GAP);
      case HOLDS -> List.of(MEMORY, SERVER_LOAD, CLIENT_LOAD, FILL);
      case IDLE -> List.of(MEMORY, SERVER_LOAD);
      case WATCHES -> List.of(DELAY_P50, DELAY_P99);
    };
  }

  private static Figure watch(
      String title,
      Function<WatcherResult, Latency> latency,
      Function<Latency, Double> percentile) {
    return latency(
        title, run -> run.watching() == null ? null : latency.apply(run.watching()), percentile);
  }

  private static @Nullable Double leaderMicros(Cost cost) {
    return cost.leaderCpuSeconds() == null ? null : cost.leaderCpuSeconds() * 1e6;
  }

  private static @Nullable Double otherMicros(Run run) {
    Double leader = run.costPerOperation(WorkloadFigures::leaderMicros);
    Double all = run.serverMicrosPerOperation();
    return leader == null || all == null ? null : all - leader;
  }

  private static @Nullable Double memoryBefore(Run run) {
    return run.holding() == null ? null : run.holding().serverMibBefore();
  }

  private static @Nullable Double memoryGrowth(Run run) {
    Double before = memoryBefore(run);
    Double now = run.usage() == null ? null : run.usage().serverMib();
    return before == null || now == null ? null : now - before;
  }

  /** Of one core, while nothing but keep-alives happens. */
  private static @Nullable Double percent(Run run, Function<Usage, @Nullable Double> cpuSeconds) {
    Double used = run.usage() == null ? null : cpuSeconds.apply(run.usage());
    double seconds = run.holding() == null ? run.seconds() : run.holding().restSeconds();
    return used == null || seconds == 0 ? null : 100 * used / seconds;
  }
}
