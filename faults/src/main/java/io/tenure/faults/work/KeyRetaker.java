package io.tenure.faults.work;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import java.time.Duration;
import java.util.List;

/**
 * Acquires the most used keys again after a restore, when no other client runs, and records the
 * tokens.
 */
public final class KeyRetaker {
  /** What those who are gone held must expire first, and somebody must lead. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Keyspace keys;
  private final HistoryWriter history;

  public KeyRetaker(Keyspace keys, HistoryWriter history) {
    this.keys = keys;
    this.history = history;
  }

  /**
   * Takes each of them, one after the other, so many times.
   *
   * @throws io.tenure.client.error.TenureException if one cannot be had
   */
  public void take(List<String> endpoints, int times) throws InterruptedException {
    try (Tenure tenure =
        Tenure.builder().endpoints(endpoints).timeout(PATIENCE).name("latecomer").connect()) {
      for (int i = 0; i < times; i++) {
        for (int shard = 0; shard < keys.shards(); shard++) {
          for (String key : keys.popular(shard)) {
            take(tenure, key);
          }
        }
      }
    }
  }

  private void take(Tenure tenure, String key) throws InterruptedException {
    try (Hold hold = tenure.lock(key).waitUpTo(PATIENCE).acquire()) {
      history.write(new Entry.Retaken(key, hold.token(), System.nanoTime()));
    }
  }
}
