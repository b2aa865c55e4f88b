package io.tenure.examples;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A cache on shared storage that many processes read and one rebuilds from time to time. Readers
 * share the lock. The rebuild takes it exclusively, and new readers cannot starve it.
 */
public final class CacheRebuild {
  private static final String KEY = "/caches/prices";

  private CacheRebuild() {}

  /** Three readers and a rebuild. */
  public static void main(String[] endpoints) throws InterruptedException {
    try (Tenure tenure = Tenure.connect(endpoints)) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        String reader = "reader " + i;
        all.add(CompletableFuture.runAsync(() -> read(tenure, reader)));
      }
      all.add(CompletableFuture.runAsync(() -> rebuild(tenure)));
      all.forEach(CompletableFuture::join);
    }
  }

  static void read(Tenure tenure, String reader) {
    for (int i = 0; i < 3; i++) {
      try (Hold hold = tenure.lock(KEY).shared().waitUpTo(Duration.ofSeconds(30)).acquire()) {
        System.out.println(reader + " reads with a shared lock, token " + hold.token());
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  static void rebuild(Tenure tenure) {
    try (Hold hold = tenure.lock(KEY).value("rebuilding").acquire()) {
      System.out.println("rebuilding with an exclusive lock, token " + hold.token());
      Thread.sleep(100);
      System.out.println("rebuilt");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
