package io.tenure.compare;

import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.driver.Request.Kind;
import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.RunningSystem;
import io.tenure.harness.process.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures a running system with its driver. */
final class SystemRunner {
  /** Longer than all limits of the driver's own steps together. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration PATIENCE_WITH_HOLDS = Duration.ofMinutes(15);

  private static final double NANOS_PER_SECOND = 1e9;

  private final RunningSystem running;
  private final LoadDriver driver;
  private final PlannedStart start;
  private final Plan plan;
  private final Path data;

  /**
   * For one start of a system.
   *
   * @param data the directory with the state of the servers
   */
  SystemRunner(RunningSystem running, LoadDriver driver, PlannedStart start, Plan plan, Path data) {
    this.running = running;
    this.driver = driver;
    this.start = start;
    this.plan = plan;
    this.data = data;
  }

  void warmUp() throws IOException, InterruptedException {
    if (plan.warmUpSeconds() > 0) {
      for (Measurement load : plan.warmUps(start)) {
        ask(Kind.WARM_UP, load, 0);
      }
    }
  }

  Run measure(Measurement measurement) throws IOException, InterruptedException {
    return switch (measurement.workload().kind()) {
      case FAILOVER -> failover(measurement);
      case PAIRS, HOLDS, IDLE, WATCHES -> run(ask(Kind.MEASURE, measurement, 0));
    };
  }

  private Run failover(Measurement measurement) throws IOException, InterruptedException {
    List<Double> restartSeconds = new ArrayList<>();
    ask(Kind.FAILOVER_LOAD, measurement, 0);
    for (int i = 0; i < plan.tries(); i++) {
      ProcessHandle leader =
          running.leader().orElseThrow(() -> new IOException("the leader's process is unknown"));
      if (measurement.workload() == Workload.FREEZE) {
        freeze(leader, measurement);
      } else {
        kill(leader, measurement);
      }
      long restartNanos = System.nanoTime();
      running.restartDeadServers();
      restartSeconds.add((System.nanoTime() - restartNanos) / NANOS_PER_SECOND);
      ask(Kind.FAILOVER_SETTLE, measurement, 0);
    }
    return run(ask(Kind.FAILOVER_END, measurement, 0)).withRestarts(restartSeconds);
  }

  private void kill(ProcessHandle leader, Measurement measurement)
      throws IOException, InterruptedException {
    if (!leader.destroyForcibly()) {
      throw new IOException("process " + leader.pid() + ": cannot be killed");
    }
    // Taken after the kill: the dying leader may have granted anything that was sent before.
    ask(Kind.FAILOVER_GAP, measurement, System.nanoTime());
  }

  private void freeze(ProcessHandle leader, Measurement measurement)
      throws IOException, InterruptedException {
    Signals.send("STOP", leader.pid());
    try {
      ask(Kind.FAILOVER_GAP, measurement, System.nanoTime());
    } finally {
      Signals.send("CONT", leader.pid());
    }
  }

  private Reply ask(Kind kind, Measurement measurement, long failedNanos)
      throws IOException, InterruptedException {
    MeasuredServers servers = servers(kind);
    Duration patience =
        measurement.workload().kind() == Workload.Kind.HOLDS ? PATIENCE_WITH_HOLDS : PATIENCE;
    double seconds = measurement.seconds() + measurement.rampSeconds();
    Request request =
        new Request(kind, start.system().name(), start.round(), measurement, servers, failedNanos);
    Reply reply = driver.ask(request, patience.plusMillis(Math.round(seconds * 1_000)));
    if (reply.failure() != null) {
      throw new IOException(reply.failure());
    }
    return reply;
  }

  /**
   * The leader is found out only before a measurement: during a failover there may be none. One
   * server has no leader, though it may have several processes.
   */
  private MeasuredServers servers(Kind kind) throws IOException, InterruptedException {
    List<Long> pids = running.processes().stream().map(ProcessHandle::pid).toList();
    boolean hasLeader = kind == Kind.MEASURE && running.endpoints().size() > 1 && !pids.isEmpty();
    Long leader = hasLeader ? running.leader().map(ProcessHandle::pid).orElse(null) : null;
    return new MeasuredServers(pids, leader, running.usesDirectory() ? data.toString() : null);
  }

  private static Run run(Reply reply) throws IOException {
    if (reply.run() == null) {
      throw new IOException("the driver has replied without a result");
    }
    return reply.run();
  }
}
