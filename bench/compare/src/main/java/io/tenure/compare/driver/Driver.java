package io.tenure.compare.driver;

import com.google.gson.Gson;
import io.tenure.compare.result.Faults;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
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
 * <p>As a process it takes the name of a system and its endpoints as arguments, reads requests as
 * lines of JSON and answers likewise, until its input ends.
 */
public final class Driver {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Place place;
  private final Keys keys = new Keys();
  private @Nullable FailoverLoad failover;

  /** What went wrong before anything was measured; it counts for what is measured first. */
  private Faults earlier = Faults.NONE;

  /**
   * Uses a system.
   *
   * @param patience how long the system may take to answer before its answer counts as lost
   */
  public Driver(LockSystem system, List<String> endpoints, Duration patience) {
    place = new Place(system, endpoints, patience);
  }

  /** Runs as a process; see above. */
  public static void main(String[] args) throws IOException {
    PrintStream answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    // Libraries may print; the answers must stay readable.
    System.setOut(System.err);
    Driver driver =
        new Driver(Systems.named(args[0]), Arrays.asList(args).subList(1, args.length), PATIENCE);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Gson gson = new Gson();
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(gson.toJson(driver.carryOut(gson.fromJson(line, Request.class))));
    }
    System.exit(0);
  }

  /** Never throws for what the system does: that is part of the answer. */
  public Reply carryOut(Request request) {
    try {
      return switch (request.kind()) {
        case WARM_UP -> warmUp(request);
        case MEASURE -> Reply.of(withEarlier(measure(request)));
        case FAILOVER_LOAD -> startFailover(request);
        case FAILOVER_GAP -> Reply.of(gap(request));
        case FAILOVER_SETTLE -> settle();
        case FAILOVER_END -> Reply.of(withEarlier(endFailover(request)));
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.failed("interrupted");
    } catch (Throwable e) {
      // An error as well: whoever asked ends this process then, instead of waiting for an answer.
      e.printStackTrace();
      return Reply.failed(e.toString());
    }
  }

  private Reply warmUp(Request request) throws Exception {
    earlier = earlier.plus(measure(request).faults());
    return Reply.DONE;
  }

  private Run withEarlier(Run run) {
    Run whole = run.withMore(earlier);
    earlier = Faults.NONE;
    return whole;
  }

  private Run measure(Request request) throws Exception {
    Measurement measurement = request.measurement();
    Workload workload = measurement.workload();
    List<String> fresh = keys.fresh(workload, measurement.keys());
    return switch (workload) {
      case UNCONTENDED, CONTENDED, READERS, MANY_CLIENTS ->
          new PairLoad(place, measurement, fresh).run(request);
      case HOLDERS -> new HolderLoad(place, measurement, fresh).run(request);
      case WATCHERS -> new WatchLoad(place, measurement, fresh.get(0)).run(request);
      case FAILOVER ->
          throw new IllegalArgumentException("failover: asked at once (expected: in steps)");
    };
  }

  private Reply startFailover(Request request) throws Exception {
    List<String> fresh = keys.fresh(Workload.FAILOVER, request.measurement().keys());
    List<String> kept = keys.fresh(Workload.FAILOVER, FailoverLoad.KEPT);
    FailoverLoad load = new FailoverLoad(place, request, fresh, kept);
    failover = load;
    load.start();
    return Reply.DONE;
  }

  private Gap gap(Request request) throws InterruptedException {
    return started().awaitGap(request.killedNanos());
  }

  private Reply settle() throws InterruptedException {
    started().settle();
    return Reply.DONE;
  }

  private Run endFailover(Request request) throws Exception {
    Run run = started().end(request);
    failover = null;
    return run;
  }

  private FailoverLoad started() {
    if (failover == null) {
      throw new IllegalStateException("failover: not started");
    }
    return failover;
  }
}
