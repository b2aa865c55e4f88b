package io.tenure.compare;

import static java.util.Comparator.comparingInt;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is measured, in which order. Every system has its turn in every round, and each round begins
 * with another one, so that a machine that gets slower or busier does not do it at the expense of
 * the same system each time. Holders gets servers of its own, whose memory nobody else has used.
 *
 * @param measurements of each system, as far as it has what they need
 * @param tries how often a leader is killed in each failover
 */
record Plan(
    List<LockSystem> systems,
    List<Measurement> measurements,
    int rounds,
    double warmUpSeconds,
    int tries) {
  private static final int WARM_UP_WORKERS = 64;
  private static final double START_SECONDS = 8;
  private static final double TRY_SECONDS = 35;
  private static final double FILLED_PER_SECOND = 2_500;

  /** In the order in which they are made. */
  List<Start> starts() {
    List<Start> starts = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < systems.size(); i++) {
        LockSystem system = systems.get((i + round - 1) % systems.size());
        addStart(starts, round, system, measurement -> !holds(measurement));
        addStart(starts, round, system, Plan::holds);
      }
    }
    return starts;
  }

  private void addStart(
      List<Start> starts, int round, LockSystem system, Predicate<Measurement> part) {
    List<Measurement> suited =
        measurements.stream()
            .filter(part)
            .filter(measurement -> measurement.workload().suits(system.features()))
            .toList();
    if (!suited.isEmpty()) {
      starts.add(new Start(round, system, suited));
    }
  }

  private static boolean holds(Measurement measurement) {
    return measurement.workload() == Workload.HOLDERS;
  }

  /** What was asked for. */
  List<String> workloads() {
    return measurements.stream().map(one -> one.workload().label()).distinct().toList();
  }

  /** The systems that can do nothing of it. */
  List<LockSystem> unsuited() {
    return systems.stream()
        .filter(
            system ->
                measurements.stream().noneMatch(one -> one.workload().suits(system.features())))
        .toList();
  }

  /**
   * A crowd for half of the time, since nothing has a virtual machine compile sooner; then load
   * like that which follows, in equal shares, heavy first: what was compiled for crowds is compiled
   * again for one at a time, and for a queue. Nobody looks at the result.
   */
  List<Measurement> warmUps(Start start) {
    List<Measurement> loads = start.measurements().stream().filter(Plan::isPairs).toList();
    if (loads.isEmpty()) {
      loads = List.of(uncontended(1));
    }
    double share = warmUpSeconds / 2 / loads.size();
    return Stream.concat(
            Stream.of(uncontended(WARM_UP_WORKERS).lasting(warmUpSeconds / 2)),
            loads.stream()
                .sorted(comparingInt(Measurement::workers).reversed())
                .map(load -> load.lasting(share)))
        .toList();
  }

  private static boolean isPairs(Measurement measurement) {
    return switch (measurement.workload()) {
      case UNCONTENDED, CONTENDED, READERS, MANY_CLIENTS -> true;
      case FAILOVER, HOLDERS, WATCHERS -> false;
    };
  }

  private static Measurement uncontended(int workers) {
    return new Measurement(Workload.UNCONTENDED, workers, 1, workers, 0, 0);
  }

  /** How long it takes to start a system and warm it up, more or less. */
  double startSeconds(Start start) {
    if (!start.warmsUp() || warmUpSeconds == 0) {
      return START_SECONDS;
    }
    return warmUps(start).stream().mapToDouble(this::expectedSeconds).sum() + START_SECONDS;
  }

  /** How long a measurement takes, more or less, as long as none like it was made. */
  double expectedSeconds(Measurement measurement) {
    double plain = measurement.rampSeconds() + measurement.seconds() + 1;
    return switch (measurement.workload()) {
      case UNCONTENDED, CONTENDED, READERS, WATCHERS -> plain;
      case MANY_CLIENTS -> plain + measurement.connections() / 50.0;
      case FAILOVER -> plain + tries * TRY_SECONDS;
      case HOLDERS -> plain + 2 * measurement.keys() / FILLED_PER_SECOND;
    };
  }

  double expectedSeconds() {
    return starts().stream()
        .mapToDouble(
            start ->
                startSeconds(start)
                    + start.measurements().stream().mapToDouble(this::expectedSeconds).sum())
        .sum();
  }
}
