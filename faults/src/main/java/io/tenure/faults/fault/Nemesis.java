package io.tenure.faults.fault;

import io.tenure.client.error.TenureException;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.kind.Workers;
import io.tenure.faults.history.Entry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries a {@link Schedule} out. Between two faults the service is whole, so that there is never
 * more damage at a time than the kinds of one {@link Schedule.Step.Strike} say.
 */
public final class Nemesis {
  /** After what went wrong before, or nobody could tell what is the fault of which. */
  private static final long QUIET_MILLIS = 1_000;

  private final Schedule schedule;
  private final Cluster cluster;
  private final Workers workers;
  private final FaultListener listener;
  private final Duration patience;
  private boolean comparesStates = true;

  /** One of the faults that last at the moment. */
  private record Lasting(FaultKind kind, Fault fault, long beganNanos) {}

  /**
   * One that has not begun yet.
   *
   * @param patience how long the service may take to be whole after a fault
   */
  public Nemesis(
      Schedule schedule,
      Cluster cluster,
      Workers workers,
      FaultListener listener,
      Duration patience) {
    this.schedule = schedule;
    this.cluster = cluster;
    this.workers = workers;
    this.listener = listener;
    this.patience = patience;
  }

  /** For a service that is broken on purpose: the history is to tell that. */
  public Nemesis withoutComparisons() {
    comparesStates = false;
    return this;
  }

  /**
   * Has things go wrong for about so long, and ends with a calm.
   *
   * @param lastCalm how long that is; it is part of the time
   * @throws HealingFailedException if the service does not come back after a fault
   * @throws InterruptedException if the thread was interrupted; all was taken back before
   */
  public void run(Duration time, Duration lastCalm)
      throws HealingFailedException, InterruptedException {
    long end = System.nanoTime() + time.minus(lastCalm).toNanos();
    while (System.nanoTime() - end < 0) {
      Schedule.Step step = schedule.next();
      if (step instanceof Schedule.Step.Strike strike) {
        strike(strike, end);
      } else if (step instanceof Schedule.Step.Calm calm) {
        calm(calm.length());
      }
    }
    calm(lastCalm);
  }

  private void strike(Schedule.Step.Strike strike, long end)
      throws HealingFailedException, InterruptedException {
    List<Lasting> lasting = new ArrayList<>();
    long share = strike.holdMillis() / strike.kinds().size();
    if (strike.kinds().stream().allMatch(FaultKind::mustChangeNothing)) {
      pause(QUIET_MILLIS, end);
    }
    try {
      for (int i = 0; i < strike.kinds().size(); i++) {
        begin(strike.kinds().get(i), new Random(strike.seed() + i), lasting);
        pause(share, end);
      }
    } finally {
      heal(lasting);
    }
    pause(strike.restMillis(), end);
  }

  private static void pause(long millis, long end) throws InterruptedException {
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    Thread.sleep(Math.max(0, Math.min(millis, left)));
  }

  private void begin(FaultKind kind, Random random, List<Lasting> lasting)
      throws InterruptedException, HealingFailedException {
    Optional<Node> victim =
        lasting.stream().flatMap(each -> each.fault().victims().stream()).findFirst();
    long began = System.nanoTime();
    try {
      Fault fault = kind.begin(new FaultContext(cluster, workers, victim), random);
      lasting.add(new Lasting(kind, fault, began));
      listener.began(kind.label(), fault.what(), began);
    } catch (IOException | TenureException e) {
      listener.skipped(
          new Entry.Skipped(kind.label(), String.valueOf(e.getMessage()), System.nanoTime()));
      healAll(e);
    }
  }

  /** Nobody knows how far a fault has got that could not begin. */
  private void healAll(Exception cause) throws InterruptedException, HealingFailedException {
    try {
      workers.heal();
      cluster.heal();
    } catch (IOException e) {
      e.addSuppressed(cause);
      throw failure(e.getMessage());
    }
  }

  private void heal(List<Lasting> lasting) throws HealingFailedException, InterruptedException {
    List<Lasting> ordered = new ArrayList<>(lasting);
    ordered.sort(Comparator.comparing(each -> each.kind().reach()));
    List<String> remarks = new ArrayList<>();
    Optional<String> trouble = Optional.empty();
    for (Lasting each : List.copyOf(ordered)) {
      try {
        remarks.add(each.fault().healing().heal());
      } catch (OtherFaultException e) {
        remarks.add("not " + each.kind().label());
        ordered.set(
            ordered.indexOf(each), new Lasting(e.instead(), each.fault(), each.beganNanos()));
        listener.skipped(
            new Entry.Skipped(
                each.kind().label(), String.valueOf(e.getMessage()), System.nanoTime()));
      } catch (IOException | RuntimeException e) {
        // The others are to be healed all the same.
        remarks.add("");
        trouble = trouble.or(() -> Optional.of(each.kind().label() + ": " + e.getMessage()));
      }
    }
    long mended = 0;
    if (trouble.isEmpty()) {
      mended = System.nanoTime();
      trouble = cluster.awaitWhole(patience);
    }
    long ended = System.nanoTime();
    for (int i = 0; i < ordered.size(); i++) {
      Lasting each = ordered.get(i);
      String what = each.fault().what() + (remarks.get(i).isEmpty() ? "" : ": " + remarks.get(i));
      listener.ended(
          new Entry.Fault(
              each.kind().label(), what, each.beganNanos(), mended, ended, trouble.isEmpty()));
    }
    if (trouble.isPresent()) {
      throw failure(trouble.get());
    }
  }

  /** Whatever was whole stays so, for nothing happens. */
  private void calm(Duration length) throws HealingFailedException, InterruptedException {
    requireWhole();
    long began = System.nanoTime();
    listener.calmBegan(began);
    Thread.sleep(length.toMillis());
    listener.calmEnded(new Entry.Calm(began, System.nanoTime()));
    requireWhole();
    if (comparesStates) {
      requireEqualStates();
    }
  }

  private void requireEqualStates() throws HealingFailedException, InterruptedException {
    Optional<String> trouble = cluster.compareStates(patience);
    if (trouble.isPresent()) {
      throw failure(trouble.get());
    }
  }

  private void requireWhole() throws HealingFailedException, InterruptedException {
    Optional<String> trouble = cluster.awaitWhole(patience);
    if (trouble.isPresent()) {
      throw failure(trouble.get());
    }
  }

  private HealingFailedException failure(@Nullable String why) {
    return new HealingFailedException(why + "\n" + cluster.logTail());
  }
}
