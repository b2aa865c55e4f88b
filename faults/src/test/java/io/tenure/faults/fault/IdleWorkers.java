package io.tenure.faults.fault;

import io.tenure.faults.fault.kind.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Clients that exist on paper only. */
final class IdleWorkers implements Workers {
  private final boolean reachable;
  private int paused;

  IdleWorkers() {
    this(true);
  }

  /**
   * Clients.
   *
   * @param reachable whether somebody can tell that they stand still, once they do
   */
  IdleWorkers(boolean reachable) {
    this.reachable = reachable;
  }

  @Override
  public String pause(Random random) throws IOException {
    paused++;
    if (!reachable) {
      throw new IOException("out of reach");
    }
    return "client " + random.nextInt(10);
  }

  @Override
  public void resume() {
    paused = 0;
  }

  @Override
  public String kill(Random random) {
    return "client " + random.nextInt(10);
  }

  @Override
  public String at(int place) {
    return "client " + place;
  }

  @Override
  public void shiftClocks(Duration by) {}

  @Override
  public void heal() {
    resume();
  }

  int paused() {
    return paused;
  }
}
