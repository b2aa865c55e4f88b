package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.protocol.v1.Error;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One acquire, from the caller's method call to the hold or the exception.
 *
 * <table>
 * <caption>State transitions, all on the loop</caption>
 * <tr><th>from</th><th>event</th><th>to</th></tr>
 * <tr><td>NEW</td><td>started</td><td>WAITING_FOR_SESSION</td></tr>
 * <tr><td>WAITING_FOR_SESSION</td><td>session open, owner may ask</td><td>REQUESTED</td></tr>
 * <tr><td>WAITING_FOR_SESSION</td><td>the owner holds exactly this already</td><td>GRANTED</td></tr>
 * <tr><td>REQUESTED</td><td>granted</td><td>GRANTED</td></tr>
 * <tr><td>REQUESTED</td><td>withdrawn by the service, but may wait on</td><td>REQUESTED</td></tr>
 * <tr><td>WAITING_FOR_SESSION, REQUESTED</td><td>refused, error, session over</td><td>FAILED</td></tr>
 * <tr><td>WAITING_FOR_SESSION, REQUESTED</td><td>no answer in time</td><td>FAILED</td></tr>
 * <tr><td>WAITING_FOR_SESSION, REQUESTED</td><td>abandoned by the caller</td><td>WITHDRAWN</td></tr>
 * </table>
 *
 * <p>Whatever ends an acquisition early (timeout, the caller, a bug), its request is withdrawn at
 * the service and a hold that was granted is released: no hold exists without a handle.
 *
 * <p>{@link #start} and what follows it may be called on any thread; everything before runs on the
 * loop. Only {@code result} is shared: a caller may cancel it at any time, so the loop checks it
 * before each step.
 */
public final class Acquisition implements SessionWaiter {
  /**
   * Added to the wait timeout. The service ends the wait itself, but its answer may be late while
   * it elects a new leader.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final String MAY_BE_GRANTED =
      "it may have been granted, or be granted until it is withdrawn;"
          + " the client withdraws it and releases what was granted as soon as the service answers";

  private enum State {
    NEW,
    WAITING_FOR_SESSION,
    REQUESTED,
    GRANTED,
    FAILED,
    WITHDRAWN
  }

  private final ClientContext context;
  private final Supplier<ClientSession> sessionSource;
  private final LockSpec spec;
  private final CompletableFuture<HoldHandle> result = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();
  private State state = State.NEW;

  /** When the first request was made; the wait timeout counts from here. 0 before. */
  private long firstRequestNanos;

  /** Null before the loop has started this. */
  private @Nullable ClientSession session;

  /** The latest request; null before the first. */
  private @Nullable AcquireCall call;

  private ClientLoop.Timer timer = () -> {};

  /**
   * Does nothing yet.
   *
   * @param sessionSource asked once, on the loop
   */
  public Acquisition(ClientContext context, Supplier<ClientSession> sessionSource, LockSpec spec) {
    this.context = context;
    this.sessionSource = sessionSource;
    this.spec = spec;
  }

  LockSpec spec() {
    return spec;
  }

  private void begin() {
    context.meters().asked();
    state = State.WAITING_FOR_SESSION;
    try {
      ClientSession chosen = sessionSource.get();
      session = chosen;
      chosen.withPart(spec.targets().get(0).key(), this);
    } catch (RuntimeException bug) {
      result.completeExceptionally(bug);
      throw bug;
    }
    // A request that may wait has set its own timer.
    if (!result.isDone() && (state == State.WAITING_FOR_SESSION || spec.waitMillis() == 0)) {
      timer =
          context.loop().after(Math.min(context.timeout().toNanos(), waitNanos()), this::noAnswer);
    }
  }

  // ------------------------------------------------------------------ waiting for the session

  @Override
  public void onOpen(SessionPart part) {
    if (!result.isDone() && part.maySend(spec.sharedNames(), this)) {
      request(part);
    }
  }

  @Override
  public void onOpenFailed(Error error) {
    fail(() -> ErrorMapping.of(error));
  }

  @Override
  public void onSessionEnd(Loss loss) {
    fail(() -> new SessionLostException(loss, "session lost: " + loss.text()));
  }

  // ----------------------------------------------------------------------------- requesting

  /** Sends the first request, or the next one after a request that did not settle the matter. */
  void request(SessionPart part) {
    if (result.isDone()) {
      return;
    }
    ServiceHold same = spec.hasNewOwner() ? null : part.holds().find(spec.owner(), spec.targets());
    if (same != null && same.isHeld()) {
      grant(same);
      return;
    }
    if (state == State.WAITING_FOR_SESSION) {
      startWaiting();
    }
    state = State.REQUESTED;
    AcquireCall next = new AcquireCall(context, part, this);
    call = next;
    part.submit(next);
  }

  /** The time to open the session does not count as waiting. */
  private void startWaiting() {
    firstRequestNanos = System.nanoTime();
    if (spec.waitMillis() != 0) {
      timer.cancel();
    }
    if (spec.waitMillis() > 0) {
      timer = context.loop().after(waitNanos(), this::noAnswer);
    }
  }

  private long waitNanos() {
    return spec.waitMillis() > 0
        ? TimeUnit.MILLISECONDS.toNanos(spec.waitMillis()) + GRACE_NANOS
        : Long.MAX_VALUE;
  }

  /** Whether the wait timeout has not expired. */
  boolean mayWait() {
    return spec.waitMillis() == LockSpec.WAIT_FOREVER || waitedMillis() < spec.waitMillis();
  }

  /** What is left of the wait timeout, as the protocol has it: never 0 for a request that waits. */
  long remainingWaitMillis() {
    return spec.waitMillis() > 0
        ? Math.max(1, spec.waitMillis() - waitedMillis())
        : spec.waitMillis();
  }

  private long waitedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - firstRequestNanos);
  }

  /** For messages: since the caller's method call. */
  String elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis() + " ms";
  }

  // ------------------------------------------------------------------------------- the end

  void grant(ServiceHold hold) {
    state = State.GRANTED;
    timer.cancel();
    HoldHandle handle = new HoldHandle(hold, spec.options());
    hold.add(handle);
    context.meters().granted(System.nanoTime() - startedNanos);
    handle.startLimit();
    if (!result.complete(handle)) {
      handle.giveBack();
    }
  }

  void fail(Supplier<TenureException> why) {
    state = State.FAILED;
    timer.cancel();
    context.meters().notGranted();
    CallerFutures.fail(result, why);
  }

  private void withdraw() {
    timer.cancel();
    AcquireCall present = call;
    if (present != null && !present.isOver()) {
      present.part.withdraw(present, spec.sharedNames());
    } else if (session != null) {
      session.forget(this);
    }
    if (state == State.WAITING_FOR_SESSION || state == State.REQUESTED) {
      state = State.WITHDRAWN;
    }
  }

  /** A request has certainly not been granted only if no server can have received it. */
  private void noAnswer() {
    if (result.isDone()) {
      return;
    }
    AcquireCall present = call;
    boolean mayBeGranted = present != null && !present.isOver() && present.mayBeExecuted();
    String what =
        "%s: no answer within %s: %s"
            .formatted(spec.keys(), elapsed(), context.router().lastProblem());
    withdraw();
    if (mayBeGranted) {
      fail(() -> new IndeterminateException(Reason.NO_ANSWER, what + "; " + MAY_BE_GRANTED, null));
    } else {
      fail(
          () ->
              new UnavailableException(
                  Reason.NO_ANSWER, what + "; the request was not sent", null));
    }
  }

  // --------------------------------------------------------------------------- any thread

  public void start() {
    if (!context.loop().offer(this::begin)) {
      CallerFutures.failClosed(result);
    }
  }

  /** Blocks until it is granted or fails, also if the thread is interrupted. */
  public HoldHandle awaitUninterruptibly() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return CallerFutures.await(result);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Blocks until it is granted or fails. An interrupt abandons it. */
  public HoldHandle await() throws InterruptedException {
    try {
      return CallerFutures.await(result);
    } catch (InterruptedException e) {
      abandon();
      throw e;
    }
  }

  /** Withdraws the request, or releases the hold if it was just granted. */
  private void abandon() {
    if (!result.cancel(false) && result.isDone() && !result.isCompletedExceptionally()) {
      result.join().giveBack();
    }
    context.loop().execute(this::withdraw);
  }

  /** For callers that do not block. Cancelling the future abandons the acquisition. */
  public <T> CompletableFuture<T> future(
      Executor executor, Function<HoldHandle, T> form, Consumer<T> unwanted) {
    return CallerFutures.deliver(result.thenApply(form), executor, unwanted, this::abandon);
  }
}
