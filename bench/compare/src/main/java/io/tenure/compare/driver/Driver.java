package io.tenure.compare.driver;

import com.google.gson.Gson;
import io.tenure.compare.driver.check.SystemUnderTest;
import io.tenure.compare.driver.load.FailoverLoad;
import io.tenure.compare.driver.load.HolderLoad;
import io.tenure.compare.driver.load.IdleLoad;
import io.tenure.compare.driver.load.PairLoad;
import io.tenure.compare.driver.load.WatchLoad;
import io.tenure.compare.result.Faults;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.RunBuilder;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.Systems;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out requests, one after the other.
 *
 * <p>As a process it takes the name of a system and its endpoints as arguments, reads one request a
 * line, as JSON, from standard input until its end, and writes one reply a line.
 */
public final class Driver {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SystemUnderTest system;
  private final KeyNames keys = new KeyNames();
  private @Nullable FailoverLoad failover;

  /** Faults of warm-ups, which count for the next run. */
  private Faults warmUpFaults = Faults.NONE;

  /**
   * A driver without load.
   *
   * @param patience how long a call may take before it counts as never answered
   */
  public Driver(LockSystem system, List<String> endpoints, Duration patience) {
    this.system = new SystemUnderTest(system, endpoints, patience);
  }

  /** Runs as a process; see above. */
  public static void main(String[] args) throws IOException {
    PrintStream replies =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    // Client libraries may print; nothing but replies may go to standard output.
    System.setOut(System.err);
    Driver driver =
        new Driver(Systems.named(args[0]), Arrays.asList(args).subList(1, args.length), PATIENCE);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Gson gson = new Gson();
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      replies.println(gson.toJson(driver.carryOut(gson.fromJson(line, Request.class))));
    }
    System.exit(0);
  }

  /** Never throws because of the system: the reply has the failure. */
  public Reply carryOut(Request request) {
    try {
      return switch (request.kind()) {
        case WARM_UP -> warmUp(request);
        case MEASURE -> Reply.of(withWarmUpFaults(measure(request)));
        case FAILOVER_LOAD -> startFailover(request);
        case FAILOVER_GAP -> Reply.of(gap(request));
        case FAILOVER_SETTLE -> settle();
        case FAILOVER_END -> Reply.of(withWarmUpFaults(endFailover(request)));
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.failed("interrupted");
    } catch (Throwable e) {
      // Errors, too: the main process ends this one then, instead of waiting for a reply.
      e.printStackTrace();
      return Reply.failed(e.toString());
    }
  }

  private Reply warmUp(Request request) throws Exception {
    warmUpFaults = warmUpFaults.plus(measure(request).faults());
    return Reply.DONE;
  }

  private Run withWarmUpFaults(Run run) {
    Run whole = run.withMore(warmUpFaults);
    warmUpFaults = Faults.NONE;
    return whole;
  }

  private RunBuilder run(Request request) {
    return Run.of(request.system(), request.round(), request.measurement());
  }

  private Run measure(Request request) throws Exception {
    Measurement measurement = request.measurement();
    List<String> fresh = keys.next(measurement.workload(), measurement.keys());
    RunBuilder run = run(request);
    switch (measurement.workload().kind()) {
      case PAIRS -> new PairLoad(system, measurement, fresh).run(run, request.servers());
      case HOLDS -> new HolderLoad(system, measurement, fresh).run(run, request.servers());
      case IDLE -> IdleLoad.run(measurement, run, request.servers());
      case WATCHES -> new WatchLoad(system, measurement, fresh).run(run, request.servers());
      case FAILOVER ->
          throw new IllegalArgumentException("kind: MEASURE (expected: the steps of a failover)");
    }
    return run.build();
  }

  private Reply startFailover(Request request) throws Exception {
    Measurement measurement = request.measurement();
    int count = measurement.keys() + FailoverLoad.HELD_KEYS;
    FailoverLoad load =
        new FailoverLoad(
            system, measurement, keys.next(measurement.workload(), count), request.servers());
    failover = load;
    load.start();
    return Reply.DONE;
  }

  private Gap gap(Request request) throws InterruptedException {
    return started().awaitGap(request.failedNanos());
  }

  private Reply settle() throws InterruptedException {
    started().settle();
    return Reply.DONE;
  }

  private Run endFailover(Request request) throws Exception {
    RunBuilder run = run(request);
    started().end(run);
    failover = null;
    return run.build();
  }

  private FailoverLoad started() {
    if (failover == null) {
      throw new IllegalStateException("failover load: not started");
    }
    return failover;
  }
}
