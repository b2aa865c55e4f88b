package io.tenure.cli.run;

import io.tenure.cli.process.EndingSignal;
import io.tenure.cli.process.Patience;
import io.tenure.cli.process.ProcessGroup;
import io.tenure.cli.process.ProgramLookup;
import io.tenure.cli.process.SignalRelay;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.ExitCodes;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Invocation;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.plain.PlainRequest;
import io.tenure.client.view.KeyView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Holds keys while a command runs. Three events end it, each on its own thread: the command ends,
 * the hold is lost, or this process gets a signal. The main thread waits for the first of them and
 * decides.
 */
final class Holding implements AutoCloseable {
  private static final Duration NOTICE_AFTER = Duration.ofSeconds(1);

  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(1);

  /** The reason of a loss arrives on another thread, shortly after the hold has become invalid. */
  private static final Duration LOSS_REASON_TIMEOUT = Duration.ofMillis(100);

  /** Even SIGKILL takes effect only when the kernel lets the process go. */
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  private final Tenure tenure;
  private final List<String> keys;
  private final ErrorOutput err;
  private final SignalRelay signals = new SignalRelay();
  private boolean waitReported;

  /**
   * Creates an instance that holds nothing yet.
   *
   * @param tenure closed with this
   * @param keys as given on the command line
   */
  Holding(Tenure tenure, List<String> keys, ErrorOutput err) {
    this.tenure = tenure;
    this.keys = List.copyOf(keys);
    this.err = err;
  }

  /** Completed when a signal asks this process to end. */
  CompletableFuture<EndingSignal> endRequested() {
    return signals.first();
  }

  /**
   * Waits until the request is granted.
   *
   * @param waitTime for how long to retry while the service is unavailable
   * @return empty if a signal asks this process to end first
   */
  Optional<Hold> acquire(LockRequest request, Optional<WaitTime> waitTime) {
    Outage outage = new Outage(err);
    LockRequest next = request;
    waitReported = false;
    while (true) {
      try {
        return acquire(next);
      } catch (TenureException e) {
        Duration left = waitTime.map(WaitTime::left).orElse(Duration.ZERO);
        if (left.compareTo(Outage.PAUSE) <= 0 || !Outage.isTransient(e)) {
          throw outage.failure(e);
        }
        outage.report(e);
        awaitAny(endRequested(), endRequested(), Outage.PAUSE);
        next = withWait(request, waitTime.get().left());
      }
    }
  }

  private static LockRequest withWait(LockRequest request, Duration left) {
    return left.equals(PlainRequest.FOREVER) ? request : request.waitUpTo(left);
  }

  private Optional<Hold> acquire(LockRequest request) {
    CompletableFuture<Hold> granted = request.acquireAsync();
    awaitAny(granted, endRequested(), NOTICE_AFTER);
    if (!granted.isDone() && !endRequested().isDone()) {
      reportWaiting();
    }
    awaitAny(granted, endRequested());
    if (endRequested().isDone()) {
      // A hold granted at this moment is released when the client is closed.
      granted.cancel(false);
      return Optional.empty();
    }
    try {
      return Optional.of(granted.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof NotAcquiredException refusal) {
        throw HolderLine.refusal(refusal, keys, this::look);
      } else if (e.getCause() instanceof TenureException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Warns once that the lock is held by others; only on a terminal. */
  private void reportWaiting() {
    if (!waitReported && Invocation.current().isInteractive()) {
      waitReported = true;
      String obstacle = HolderLine.holders(keys, this::look, "not granted yet");
      err.warning(Reason.BUSY.name(), "waiting: " + obstacle);
    }
  }

  private KeyView look(String key) {
    try {
      return tenure.get(key);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs a command while the keys are held, and releases them.
   *
   * @param starter the program that starts a process group
   * @return the exit code of the command, or {@link ExitCodes#LOST} if the hold was lost, or about
   *     to expire, before the command ended
   */
  int run(Hold hold, List<String> starter, List<String> command, Grace grace) {
    CompletableFuture<Loss> lost = new CompletableFuture<>();
    hold.onLost(lost::complete);
    if (!awaitSufficientTerm(hold, grace)) {
      reportLost(hold, lost);
      return ExitCodes.LOST;
    }
    Optional<ProgramLookup.Problem> problem =
        ProgramLookup.problem(command.get(0), Invocation.current());
    if (problem.isPresent()) {
      err.error(ErrorOutput.CANNOT_RUN, problem.get().message(), problem.get().exitCode());
      release(hold);
      return problem.get().exitCode();
    }
    Optional<ProcessGroup> started =
        signals.start(() -> ProcessGroup.start(starter, command, environment(hold)));
    if (started.isEmpty()) {
      release(hold);
      return endRequested().join().exitCode();
    }
    return await(started.get(), hold, lost, grace);
  }

  /**
   * A hold that was granted late, for example after a failover, may need a keep-alive before its
   * remaining time suffices. False if no keep-alive was acknowledged.
   */
  private boolean awaitSufficientTerm(Hold hold, Grace grace) {
    return Patience.await(
        hold.remaining(),
        () -> hold.remaining().compareTo(grace.needed()) > 0 || endRequested().isDone());
  }

  private int await(ProcessGroup group, Hold hold, CompletableFuture<Loss> lost, Grace grace) {
    CompletableFuture<Integer> exit = group.exit();
    Duration spare = hold.remaining().minus(grace.needed());
    // Keep-alives extend the remaining time meanwhile.
    while (!exit.isDone() && !lost.isDone() && !spare.isNegative() && !spare.isZero()) {
      awaitAny(exit, lost, spare);
      spare = hold.remaining().minus(grace.needed());
    }
    // What counts is whether the hold was valid when the command ended, not which event arrived
    // first.
    if (exit.isDone() && hold.isValid()) {
      signals.ended(exit.join(), grace.period());
      release(hold);
      return isLost(hold, lost) ? ExitCodes.LOST : exit.join();
    }
    end(group, hold, lost, grace);
    signals.detach();
    if (hold.isValid()) {
      release(hold); // The service is available again, and all processes of the command have ended.
    }
    return ExitCodes.LOST;
  }

  private Map<String, String> environment(Hold hold) {
    return Map.of(
        "TENURE_KEY", keys.get(0),
        "TENURE_KEYS", String.join("\n", keys),
        "TENURE_TOKEN", Long.toString(hold.token()));
  }

  /**
   * Terminates the group before another client can hold the keys; at once if the hold has already
   * expired. After a revocation another client may hold the keys in any case, so the group gets its
   * full grace period. The error is printed on another thread, because a blocked standard error
   * must not delay the termination.
   */
  private void end(ProcessGroup group, Hold hold, CompletableFuture<Loss> lost, Grace grace) {
    long begun = System.nanoTime();
    Duration left = hold.remaining();
    group.send("TERM");
    if (left.isZero()) {
      awaitAny(lost, lost, LOSS_REASON_TIMEOUT);
    }
    CompletableFuture<?> reported =
        CompletableFuture.runAsync(
            () -> {
              if (left.isZero()) {
                reportLost(hold, lost);
              } else {
                reportExpiring(hold);
              }
            },
            Holding::onDaemonThread);
    Duration period =
        lost.getNow(Loss.TERM_OVER) == Loss.REVOKED ? grace.period() : grace.periodWithin(left);
    if (!group.awaitEnd(period.minusNanos(System.nanoTime() - begun))) {
      boolean dead;
      do {
        dead = group.kill(KILL_TIMEOUT);
      } while (!dead && hold.isValid());
    }
    awaitAny(reported, reported, REPORT_TIMEOUT);
  }

  private static void onDaemonThread(Runnable task) {
    Thread thread = new Thread(task, "tenure-loss-report");
    thread.setDaemon(true);
    thread.start();
  }

  /** Holds the keys until a signal asks this process to end, and releases them. */
  int keep(Hold hold) {
    CompletableFuture<Loss> lost = new CompletableFuture<>();
    hold.onLost(lost::complete);
    awaitAny(endRequested(), lost);
    if (lost.isDone()) {
      reportLost(hold, lost);
      return ExitCodes.LOST;
    }
    release(hold);
    return isLost(hold, lost) ? ExitCodes.LOST : 0;
  }

  /** Whether the hold was lost before it was released. Reports the loss if so. */
  private boolean isLost(Hold hold, CompletableFuture<Loss> lost) {
    if (lost.isDone()) {
      reportLost(hold, lost);
    }
    return lost.isDone();
  }

  private void reportExpiring(Hold hold) {
    err.error(
        ErrorOutput.LOST,
        "about to lose "
            + String.join(" ", keys)
            + ", token "
            + hold.token()
            + ": no keep-alive was acknowledged in time; terminating the command before"
            + " the lock expires",
        ExitCodes.LOST);
  }

  private void reportLost(Hold hold, CompletableFuture<Loss> lost) {
    String why = Formats.words(lost.getNow(Loss.TERM_OVER).name());
    String what = String.join(" ", keys);
    err.error(
        ErrorOutput.LOST, "lost " + what + ", token " + hold.token() + ": " + why, ExitCodes.LOST);
  }

  private void release(Hold hold) {
    try {
      hold.release();
    } catch (IndeterminateException e) {
      err.warning(
          ErrorOutput.RELEASE_UNCONFIRMED,
          "release not confirmed; the lock is released, or expires after its TTL: "
              + e.getMessage(),
          e);
    } catch (TenureException e) {
      err.warning(
          ErrorOutput.NOT_RELEASED,
          "release failed; the lock expires after its TTL: " + e.getMessage(),
          e);
    }
  }

  /** Ignores the results: the caller reads them from the completed future. */
  private static void awaitAny(
      CompletableFuture<?> one, CompletableFuture<?> other, Duration atMost) {
    CompletableFuture<String> over =
        CompletableFuture.anyOf(one, other).handle((value, thrown) -> "over");
    String unused =
        over.completeOnTimeout("not yet", atMost.toNanos(), TimeUnit.NANOSECONDS).join();
  }

  private static void awaitAny(CompletableFuture<?> one, CompletableFuture<?> other) {
    String unused = CompletableFuture.anyOf(one, other).handle((value, thrown) -> "over").join();
  }

  @Override
  public void close() {
    tenure.close();
    signals.close();
  }
}
