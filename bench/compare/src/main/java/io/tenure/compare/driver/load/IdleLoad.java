package io.tenure.compare.driver.load;

import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.driver.meter.ResourceMeter;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.RunBuilder;

/** No load at all: CPU time and memory of servers that nobody uses. */
public final class IdleLoad {
  private IdleLoad() {}

  /** Waits, and adds what was measured to the run. */
  public static void run(Measurement measurement, RunBuilder run, MeasuredServers servers)
      throws InterruptedException {
    Sleep.seconds(measurement.rampSeconds());
    ResourceMeter meter = new ResourceMeter(servers);
    Sleep.seconds(measurement.seconds());
    run.counted(0, meter.seconds()).usage(meter.usage());
    if (servers.pids().isEmpty()) {
      run.failure("the server processes are unknown (expected: --pids)");
    }
  }
}
