package io.tenure.faults;

import io.tenure.client.error.TenureException;
import io.tenure.faults.cluster.Backup;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.work.KeyRetaker;
import io.tenure.faults.work.Keyspace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Tests a restore, after all clients and watches have ended: makes a backup, grants keys, deletes
 * all data, restores the backup, and grants the keys again. Comes last because a restore loses what
 * was acknowledged after the backup, which is a violation in all other cases.
 */
final class RestorePhase {
  /** Enough grants to reuse tokens if they started again at the value of the backup. */
  private static final int FORGOTTEN_TIMES = 5;

  private final Cluster cluster;
  private final Keyspace keys;

  RestorePhase(Cluster cluster, Keyspace keys) {
    this.cluster = cluster;
    this.keys = keys;
  }

  /**
   * Carries it out.
   *
   * @param file for the history
   * @return the problem, empty if there was none
   */
  String perform(Path file, ConsoleOutput screen) throws IOException, InterruptedException {
    try (HistoryWriter history = new HistoryWriter(file)) {
      KeyRetaker latecomer = new KeyRetaker(keys, history);
      screen.step("restore: making backups");
      Backup backup = Backup.make(cluster);
      latecomer.take(cluster.endpoints(), FORGOTTEN_TIMES);
      screen.step("restore: deleting all data");
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
