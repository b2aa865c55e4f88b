package io.tenure.compare.report;

import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.List;

/** Which drawings a workload has. */
final class Sections {
  private Sections() {}

  static List<String> drawings(Workload workload, List<Group> groups) {
    Group first = groups.get(0);
    return switch (workload) {
      case UNCONTENDED -> uncontended(groups);
      case CONTENDED ->
          List.of(
              Plots.bars("Hand-offs a second", first, Tables.HAND_OFFS, true),
              Plots.bars("Fastest worker by slowest", first, Tables.FAIRNESS, false),
              Plots.percentiles("Time to acquire", first),
              Plots.cpu("CPU time of a hand-off: servers, client (pale)", first));
      case READERS, MANY_CLIENTS ->
          List.of(
              Plots.bars("Pairs a second", first, Tables.PAIRS, true),
              Plots.percentiles("Time to acquire", first),
              Plots.cpu("CPU time of a pair: servers, client (pale)", first));
      case FAILOVER -> failover(first);
      case HOLDERS ->
          List.of(
              Plots.bars("Memory of the servers", first, Tables.MEMORY, false),
              Plots.bars("CPU of the servers at rest, of a core", first, Tables.SERVER_LOAD, false),
              Plots.bars("CPU of the client at rest, of a core", first, Tables.CLIENT_LOAD, false),
              Plots.bars("Time to get there", first, Tables.FILL, false));
      case WATCHERS ->
          List.of(
              Plots.bars("Told after, median", first, Tables.DELAY_P50, false),
              Plots.bars("Told after, 99 %", first, Tables.DELAY_P99, false));
    };
  }

  private static List<String> uncontended(List<Group> groups) {
    List<String> drawings = new ArrayList<>();
    if (groups.size() > 1) {
      drawings.add(Plots.overWorkers("Pairs a second", groups, Tables.PAIRS));
      drawings.add(Plots.overWorkers("Time to acquire, 99 %", groups, Tables.ACQUIRE_P99));
    } else {
      drawings.add(Plots.bars("Pairs a second", groups.get(0), Tables.PAIRS, true));
    }
    for (Group group : groups) {
      int workers = group.measurement().workers();
      drawings.add(Plots.percentiles("Time to acquire, workers: " + workers, group));
    }
    Group last = groups.get(groups.size() - 1);
    drawings.add(
        Plots.cpu(
            "CPU time of a pair: servers, client (pale); workers: " + last.measurement().workers(),
            last));
    return drawings;
  }

  private static List<String> failover(Group group) {
    List<String> drawings = new ArrayList<>();
    drawings.add(Plots.bars("From the kill to the next grant", group, Tables.GAP, false));
    drawings.addAll(Plots.timelines(group));
    return drawings;
  }
}
