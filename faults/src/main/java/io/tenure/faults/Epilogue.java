package io.tenure.faults;

import io.tenure.client.error.TenureException;
import io.tenure.faults.cluster.Backup;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.work.Keyspace;
import io.tenure.faults.work.Latecomer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What happens when all clients have gone and nobody watches any more: a backup is made, keys are
 * granted, everything is lost and the backup put back, and the keys are granted again. It comes
 * last because it breaks what is promised in all other cases: what was acknowledged after the
 * backup is lost.
 */
final class Epilogue {
  /** So many that tokens which began again from the backup would be met. */
  private static final int FORGOTTEN_TIMES = 5;

  private final Cluster cluster;
  private final Keyspace keys;

  Epilogue(Cluster cluster, Keyspace keys) {
    this.cluster = cluster;
    this.keys = keys;
  }

  /**
   * Carries it out.
   *
   * @param file for what was seen
   * @return what went wrong; empty if nothing did
   */
  String perform(Path file, Screen screen) throws IOException, InterruptedException {
    try (HistoryWriter history = new HistoryWriter(file)) {
      Latecomer latecomer = new Latecomer(keys, history);
      screen.step("restore: backups are made");
      Backup backup = Backup.make(cluster);
      latecomer.take(cluster.endpoints(), FORGOTTEN_TIMES);
      screen.step("restore: everything is lost");
      String done = backup.putBack();
      history.write(new Entry.Restored(done, System.nanoTime()));
      screen.step("restore: " + done);
      latecomer.take(cluster.endpoints(), 1);
      return "";
    } catch (IOException | TenureException e) {
      String trouble = "restore: " + e.getMessage();
      screen.step(trouble);
      return trouble;
    }
  }
}
