package io.tenure.compare;

import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.driver.Request.Kind;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.RunningSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A running system and the client that loads it. */
final class Session {
  /** More than all the limits together that the client has for its own steps. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration PATIENCE_WITH_HOLDERS = Duration.ofMinutes(15);

  private final RunningSystem running;
  private final Client client;
  private final int round;
  private final Plan plan;
  private final Path data;

  /**
   * To be used until either ends.
   *
   * @param data where the servers keep their state
   */
  Session(RunningSystem running, Client client, int round, Plan plan, Path data) {
    this.running = running;
    this.client = client;
    this.round = round;
    this.plan = plan;
    this.data = data;
  }

  void warmUp(Start start) throws IOException, InterruptedException {
    if (plan.warmUpSeconds() > 0) {
      for (Measurement load : plan.warmUps(start)) {
        ask(Kind.WARM_UP, load, 0);
      }
    }
  }

  Run measure(Measurement measurement) throws IOException, InterruptedException {
    return measurement.workload() == Workload.FAILOVER
        ? failover(measurement)
        : run(ask(Kind.MEASURE, measurement, 0));
  }

  private Run failover(Measurement measurement) throws IOException, InterruptedException {
    ask(Kind.FAILOVER_LOAD, measurement, 0);
    for (int i = 0; i < plan.tries(); i++) {
      ProcessHandle leader = running.leader();
      if (!leader.destroyForcibly()) {
        throw new IOException("process " + leader.pid() + ": cannot be killed");
      }
      // Not before: what was asked until now may have been granted by the one that lived.
      long killedNanos = System.nanoTime();
      ask(Kind.FAILOVER_GAP, measurement, killedNanos);
      running.revive();
      ask(Kind.FAILOVER_SETTLE, measurement, 0);
    }
    return run(ask(Kind.FAILOVER_END, measurement, 0));
  }

  private Reply ask(Kind kind, Measurement measurement, long killedNanos)
      throws IOException, InterruptedException {
    Request.Servers servers = servers(kind);
    Duration patience =
        measurement.workload() == Workload.HOLDERS ? PATIENCE_WITH_HOLDERS : PATIENCE;
    double seconds = measurement.seconds() + measurement.rampSeconds();
    Reply reply =
        client.ask(
            new Request(kind, measurement, round, servers, killedNanos),
            patience.plusMillis(Math.round(seconds * 1_000)));
    if (reply.failure() != null) {
      throw new IOException(reply.failure());
    }
    return reply;
  }

  /**
   * Who leads is asked before a measurement only: in a failover nobody may. One server has no
   * leader, though it may have several processes.
   */
  private Request.Servers servers(Kind kind) throws IOException, InterruptedException {
    List<Long> pids = running.processes().stream().map(ProcessHandle::pid).toList();
    boolean choice = kind == Kind.MEASURE && running.endpoints().size() > 1;
    return new Request.Servers(pids, choice ? running.leader().pid() : null, data.toString());
  }

  private static Run run(Reply reply) throws IOException {
    if (reply.run() == null) {
      throw new IOException("the client has answered without a result");
    }
    return reply.run();
  }
}
