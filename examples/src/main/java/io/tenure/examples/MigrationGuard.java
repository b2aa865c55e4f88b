package io.tenure.examples;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Tenure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Ten instances of a service start at once. One migrates the schema; the others wait for it and
 * then continue. The migration locks the whole subtree of the database's keys, so that no job that
 * locks one of its tables runs meanwhile.
 */
public final class MigrationGuard {
  private MigrationGuard() {}

  /** The ten instances run in one process here. */
  public static void main(String[] endpoints) throws InterruptedException {
    try (Tenure tenure = Tenure.connect(endpoints)) {
      Schema schema = new Schema();
      List<CompletableFuture<Void>> instances = new ArrayList<>();
      for (int i = 1; i <= 10; i++) {
        String instance = "instance-" + i;
        instances.add(CompletableFuture.runAsync(() -> start(tenure, instance, schema)));
      }
      instances.forEach(CompletableFuture::join);
      System.out.println("migrated " + schema.migrations + " time(s)");
    }
  }

  /** Stands for the database; the lock guards it. */
  static final class Schema {
    int migrations;

    private boolean isCurrent() {
      return migrations > 0;
    }
  }

  static void start(Tenure tenure, String instance, Schema schema) {
    LockRequest guard = tenure.lock("/databases/shop").subtree().owner(instance).value(instance);
    try (Hold hold = guard.acquire()) {
      if (!schema.isCurrent()) {
        System.out.println(instance + " migrates, token " + hold.token());
        schema.migrations++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
