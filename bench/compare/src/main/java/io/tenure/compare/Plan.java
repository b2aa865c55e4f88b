package io.tenure.compare;

import static java.util.Comparator.comparingInt;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured, in which order. Systems take turns in every round, and each round begins with
 * another one, so that a machine that becomes slower over time does not always affect the same
 * system. Workloads that measure memory get freshly started servers.
 *
 * @param measurements for each system, as far as it has the features that they need
 * @param tries how often the leader fails in each failover measurement
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
  private static final double CONNECTED_PER_SECOND = 50;

  /** In the order in which they are made. */
  List<PlannedStart> starts() {
    List<PlannedStart> starts = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < systems.size(); i++) {
        addStarts(starts, round, systems.get((i + round - 1) % systems.size()));
      }
    }
    return starts;
  }

  private void addStarts(List<PlannedStart> starts, int round, LockSystem system) {
    List<Measurement> suited =
        measurements.stream()
            .filter(measurement -> measurement.workload().suits(system.features()))
            .toList();
    List<Measurement> together =
        suited.stream().filter(one -> !one.workload().needsFreshServers()).toList();
    if (!together.isEmpty()) {
      starts.add(new PlannedStart(round, system, together));
    }
    suited.stream()
        .filter(one -> one.workload().needsFreshServers())
        .forEach(alone -> starts.add(new PlannedStart(round, system, List.of(alone))));
  }

  /** The names of the workloads. */
  List<String> workloads() {
    return measurements.stream().map(one -> one.workload().label()).distinct().toList();
  }

  /** The systems that lack the features for all of the workloads. */
  List<LockSystem> unsuited() {
    return systems.stream()
        .filter(
            system ->
                measurements.stream().noneMatch(one -> one.workload().suits(system.features())))
        .toList();
  }

  /**
   * Half of the time is a load with many workers, which gets code compiled soonest. The other half
   * goes in equal shares to the loads of pairs that follow, those with most workers first: code
   * that was compiled for many workers is compiled again for one worker, and for a queue.
   */
  List<Measurement> warmUps(PlannedStart start) {
    List<Measurement> loads =
        start.measurements().stream()
            .filter(one -> one.workload().kind() == Workload.Kind.PAIRS)
            .toList();
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

  private static Measurement uncontended(int workers) {
    return new Measurement(Workload.UNCONTENDED, workers, 1, workers, 0, 0);
  }

  /** Roughly how long it takes to start a system and to warm it up. */
  double startSeconds(PlannedStart start) {
    if (!start.warmsUp() || warmUpSeconds == 0) {
      return START_SECONDS;
    }
    return warmUps(start).stream().mapToDouble(this::expectedSeconds).sum() + START_SECONDS;
  }

  /** Roughly how long a measurement takes. */
  double expectedSeconds(Measurement measurement) {
    double plain = measurement.rampSeconds() + measurement.seconds() + 1;
    double connecting = measurement.connections() / CONNECTED_PER_SECOND;
    return switch (measurement.workload().kind()) {
      case PAIRS -> measurement.workload() == Workload.MANY_CLIENTS ? plain + connecting : plain;
      case WATCHES, IDLE -> plain;
      case FAILOVER -> plain + tries * TRY_SECONDS;
      case HOLDS -> plain + 2 * measurement.keys() / FILLED_PER_SECOND + connecting;
    };
  }

  /** Roughly how long the whole plan takes. */
  double expectedSeconds() {
    return starts().stream()
        .mapToDouble(
            start ->
                startSeconds(start)
                    + start.measurements().stream().mapToDouble(this::expectedSeconds).sum())
        .sum();
  }
}
