package io.tenure.faults.fault;

import java.time.Duration;
import java.util.Random;

/** Clients that exist on paper only. */
final class StillWorkers implements Workers {
  private int paused;

  @Override
  public String pause(Random random) {
    paused++;
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

  int paused() {
    return paused;
  }
}
