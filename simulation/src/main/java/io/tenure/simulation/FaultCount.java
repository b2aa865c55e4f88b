package io.tenure.simulation;

import java.util.EnumMap;
import java.util.Map;

/** How often each kind of fault was injected. */
final class FaultCount {
  private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);

  void add(Fault fault) {
    counts.merge(fault, 1L, Long::sum);
  }

  void add(FaultCount other) {
    other.counts.forEach((fault, count) -> counts.merge(fault, count, Long::sum));
  }

  long of(Fault fault) {
    return counts.getOrDefault(fault, 0L);
  }
}
