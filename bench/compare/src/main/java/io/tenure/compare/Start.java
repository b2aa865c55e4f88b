package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.system.LockSystem;
import java.util.List;

/** What is measured between one start of a system's servers and their end. */
record Start(int round, LockSystem system, List<Measurement> measurements) {}
