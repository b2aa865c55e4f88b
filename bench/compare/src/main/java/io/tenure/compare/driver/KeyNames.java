package io.tenure.compare.driver;

import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Names of keys that no other measurement uses, also not one of another process. */
final class KeyNames {
  private static final int RADIX = 36;
  private static final int IDS = RADIX * RADIX * RADIX * RADIX * RADIX;

  private final AtomicInteger measurements = new AtomicInteger();
  private final String process =
      Integer.toString(ThreadLocalRandom.current().nextInt(IDS), RADIX).toLowerCase(Locale.ROOT);

  /** As many new keys, such as {@code /bench/uncontended-k3x9a-1/0}. */
  List<String> next(Workload workload, int count) {
    String prefix =
        "/bench/%s-%s-%d/".formatted(workload.label(), process, measurements.incrementAndGet());
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(prefix + i);
    }
    return keys;
  }
}
