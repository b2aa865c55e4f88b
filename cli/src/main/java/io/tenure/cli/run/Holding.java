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
 * Holds keys while a command runs. What ends it comes from three sides, on threads of their own:
 * the command, the service, and whoever sends this process a signal. The main thread waits for the
 * first of them and decides.
 */
final class Holding implements AutoCloseable {
  private static final Duration NOTICE_AFTER = Duration.ofSeconds(1);

  private static final Duration TELLING = Duration.ofSeconds(1);

  /** From when a hold is lost until it is heard why, on another thread. */
  private static final Duration HEARING = Duration.ofMillis(100);

  /** Even SIGKILL is obeyed only when the kernel lets go of the process. */
  private static final Duration LAST_WAIT = Duration.ofSeconds(5);

  private final Tenure tenure;
  private final List<String> keys;
  private final ErrorOutput err;
  private final SignalRelay signals = new SignalRelay();
  private boolean toldWaiting;

  /**
   * Nothing is held yet.
   *
   * @param tenure closed with this
   * @param keys as they were given
   */
  Holding(Tenure tenure, List<String> keys, ErrorOutput err) {
    this.tenure = tenure;
    this.keys = List.copyOf(keys);
    this.err = err;
  }

  /** Completed when this process is asked to end. */
  CompletableFuture<EndingSignal> asked() {
    return signals.first();
  }

  /**
   * Waits until it is granted.
   *
   * @param waitTime for how long to ask again if the service cannot be reached
   * @return empty if this process is asked to end meanwhile
   */
  Optional<Hold> acquire(LockRequest request, Optional<WaitTime> waitTime) {
    Outage outage = new Outage(err);
    LockRequest next = request;
    toldWaiting = false;
    while (true) {
      try {
        return acquire(next);
      } catch (TenureException e) {
        Duration left = waitTime.map(WaitTime::left).orElse(Duration.ZERO);
        if (left.compareTo(Outage.PAUSE) <= 0 || !Outage.mayPass(e)) {
          throw outage.end(e);
        }
        outage.tell(e);
        awaitAny(asked(), asked(), Outage.PAUSE);
        next = withWait(request, waitTime.get().left());
      }
    }
  }

  private static LockRequest withWait(LockRequest request, Duration left) {
    return left.equals(PlainRequest.FOREVER) ? request : request.waitUpTo(left);
  }

  private Optional<Hold> acquire(LockRequest request) {
    CompletableFuture<Hold> granted = request.acquireAsync();
    awaitAny(granted, asked(), NOTICE_AFTER);
    if (!granted.isDone() && !asked().isDone()) {
      tellWaiting();
    }
    awaitAny(granted, asked());
    if (asked().isDone()) {
      // One that was granted just now goes back when the client is closed.
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

  /** Once, to a person. */
  private void tellWaiting() {
    if (!toldWaiting && Invocation.current().isInteractive()) {
      toldWaiting = true;
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
   * Runs a command while it is held, and releases it.
   *
   * @param starter of a process group
   * @return the exit code of the command, or another one if it was lost before the command's end,
   *     or would have been
   */
  int run(Hold hold, List<String> starter, List<String> command, Grace grace) {
    CompletableFuture<Loss> lost = new CompletableFuture<>();
    hold.onLost(lost::complete);
    if (!awaitGood(hold, grace)) {
      tellLost(hold, lost);
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
      return asked().join().exitCode();
    }
    return await(started.get(), hold, lost, grace);
  }

  /**
   * What was granted late, after a failover perhaps, may need a keep-alive before anything can be
   * done with it. False if there was none.
   */
  private boolean awaitGood(Hold hold, Grace grace) {
    return Patience.await(
        hold.remaining(), () -> hold.remaining().compareTo(grace.needed()) > 0 || asked().isDone());
  }

  private int await(ProcessGroup group, Hold hold, CompletableFuture<Loss> lost, Grace grace) {
    CompletableFuture<Integer> exit = group.exit();
    Duration spare = hold.remaining().minus(grace.needed());
    // Keep-alives lengthen it meanwhile.
    while (!exit.isDone() && !lost.isDone() && !spare.isNegative() && !spare.isZero()) {
      awaitAny(exit, lost, spare);
      spare = hold.remaining().minus(grace.needed());
    }
    // Whether it was held to the end counts, not which of the two was heard of first.
    if (exit.isDone() && hold.isValid()) {
      signals.ended(exit.join(), grace.period());
      release(hold);
      return isLost(hold, lost) ? ExitCodes.LOST : exit.join();
    }
    end(group, hold, lost, grace);
    signals.forget();
    if (hold.isValid()) {
      release(hold); // The service is there again, and nothing of the command is left.
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
   * Ends the group before another may hold it; if that may be the case already, at once. Only of
   * what was revoked another is the holder whatever happens here, so there is no hurry. Whoever
   * reads what is told may be slow, or gone; the group must end nevertheless.
   */
  private void end(ProcessGroup group, Hold hold, CompletableFuture<Loss> lost, Grace grace) {
    long begun = System.nanoTime();
    Duration left = hold.remaining();
    group.send("TERM");
    if (left.isZero()) {
      awaitAny(lost, lost, HEARING);
    }
    CompletableFuture<?> told =
        CompletableFuture.runAsync(
            () -> {
              if (left.isZero()) {
                tellLost(hold, lost);
              } else {
                tellLosing(hold);
              }
            },
            Holding::onDaemon);
    Duration period =
        lost.getNow(Loss.TERM_OVER) == Loss.REVOKED ? grace.period() : grace.periodWithin(left);
    if (!group.awaitEnd(period.minusNanos(System.nanoTime() - begun))) {
      boolean dead;
      do {
        dead = group.kill(LAST_WAIT);
      } while (!dead && hold.isValid());
    }
    awaitAny(told, told, TELLING);
  }

  private static void onDaemon(Runnable task) {
    Thread thread = new Thread(task, "tenure-teller");
    thread.setDaemon(true);
    thread.start();
  }

  /** Holds it until this process is asked to end, and releases it. */
  int keep(Hold hold) {
    CompletableFuture<Loss> lost = new CompletableFuture<>();
    hold.onLost(lost::complete);
    awaitAny(asked(), lost);
    if (lost.isDone()) {
      tellLost(hold, lost);
      return ExitCodes.LOST;
    }
    release(hold);
    return isLost(hold, lost) ? ExitCodes.LOST : 0;
  }

  /** Whether it was lost before it was released, without this process having heard of it. */
  private boolean isLost(Hold hold, CompletableFuture<Loss> lost) {
    if (lost.isDone()) {
      tellLost(hold, lost);
    }
    return lost.isDone();
  }

  private void tellLosing(Hold hold) {
    err.error(
        ErrorOutput.LOST,
        "losing "
            + String.join(" ", keys)
            + ", token "
            + hold.token()
            + ": no keep-alive was acknowledged; the command is ended before the lock expires",
        ExitCodes.LOST);
  }

  private void tellLost(Hold hold, CompletableFuture<Loss> lost) {
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
          "release not confirmed: it is released, or ends with its TTL: " + e.getMessage(),
          e);
    } catch (TenureException e) {
      err.warning(
          ErrorOutput.NOT_RELEASED, "not released, so it ends with its TTL: " + e.getMessage(), e);
    }
  }

  /** However it ends: who wants to know asks the one that is done. */
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
