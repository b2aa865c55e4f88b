package io.tenure.faults.agent;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often what the agent changed has made a difference. Told when the process ends. */
final class Effects {
  private static final Map<String, LongAdder> COUNTS = new ConcurrentHashMap<>();

  private Effects() {}

  static void count(String what) {
    COUNTS.computeIfAbsent(what, each -> new LongAdder()).increment();
  }

  /** To standard error, which is not used for anything else that is read. */
  static void tell(String what) {
    System.err.println("tenure-faults-agent: " + what);
  }

  static void tellAtExit() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> new TreeMap<>(COUNTS).forEach((what, times) -> tell(what + ": " + times)),
                "tenure-faults-agent"));
  }
}
