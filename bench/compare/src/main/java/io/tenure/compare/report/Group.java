package io.tenure.compare.report;

import io.tenure.compare.result.ComparedSystem;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The same measurement of all systems. */
record Group(Measurement measurement, List<Summary> summaries) {
  /** The system that the others are compared with. */
  static final String REFERENCE = "tenure";

  /** In the order in which they were measured. */
  static List<Group> of(Results results) {
    Set<Measurement> measurements = new LinkedHashSet<>();
    for (Workload workload : Workload.values()) {
      results.runs().stream()
          .map(Run::measurement)
          .filter(measurement -> measurement.workload() == workload)
          .sorted((a, b) -> Integer.compare(a.workers(), b.workers()))
          .forEach(measurements::add);
    }
    return measurements.stream().map(one -> new Group(one, summaries(results, one))).toList();
  }

  static List<Group> of(Results results, Workload workload) {
    return of(results).stream().filter(group -> group.workload() == workload).toList();
  }

  Workload workload() {
    return measurement.workload();
  }

  Optional<Summary> reference() {
    return summary(REFERENCE);
  }

  Optional<Summary> summary(String system) {
    return summaries.stream().filter(one -> one.system().equals(system)).findFirst();
  }

  private static List<Summary> summaries(Results results, Measurement measurement) {
    List<Summary> summaries = new ArrayList<>();
    for (String system : systems(results)) {
      List<Run> all =
          results.runs().stream()
              .filter(run -> run.system().equals(system) && run.measurement().equals(measurement))
              .toList();
      if (!all.isEmpty()) {
        summaries.add(
            new Summary(
                system,
                all.stream().filter(Run::valid).toList(),
                all.stream().filter(run -> !run.valid()).toList()));
      }
    }
    return summaries;
  }

  /** The reference first, the others in their usual order; those that never started come last. */
  static List<String> systems(Results results) {
    Set<String> names = new LinkedHashSet<>();
    names.add(REFERENCE);
    results.systems().stream()
        .map(ComparedSystem::name)
        .sorted((a, b) -> Integer.compare(Palette.rank(a), Palette.rank(b)))
        .forEach(names::add);
    results.runs().forEach(run -> names.add(run.system()));
    names.removeIf(name -> results.runs().stream().noneMatch(run -> run.system().equals(name)));
    return List.copyOf(names);
  }
}
