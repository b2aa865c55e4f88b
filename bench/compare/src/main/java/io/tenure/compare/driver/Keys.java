package io.tenure.compare.driver;

import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Names for keys that no run before has used. */
final class Keys {
  private final AtomicInteger runs = new AtomicInteger();

  List<String> fresh(Workload workload, int count) {
    String prefix = "/bench/" + workload.label() + "-" + runs.incrementAndGet() + "/";
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(prefix + i);
    }
    return keys;
  }
}
