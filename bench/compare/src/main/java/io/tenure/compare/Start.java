package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.util.List;

/** What is measured between one start of a system's servers and their end. */
record Start(int round, LockSystem system, List<Measurement> measurements) {
  /** Not before holders alone: the memory that it would leave behind is not theirs. */
  boolean warmsUp() {
    return measurements.stream().anyMatch(one -> one.workload() != Workload.HOLDERS);
  }
}
