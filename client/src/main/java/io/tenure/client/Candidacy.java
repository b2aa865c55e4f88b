package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.Backoff;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.session.ClientContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an election until it is closed, and stands again whenever its leadership ends. If the
 * session is lost, the service is unreachable or the service refuses the candidate, it stands again
 * after a random pause that grows with each failure. Refusals are logged as warnings.
 *
 * <p>For each term of leadership the listeners are called once when elected and once when demoted,
 * also if the candidate resigns, here or through the {@link Leadership}. A term that ends before
 * {@code onElected} could be called is not reported. If leadership is lost while {@code onElected}
 * still runs, {@code onDemoted} runs in parallel, because there may be no time to wait.
 */
public final class Candidacy implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(Candidacy.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LAST_PAUSE_MILLIS = 5_000;

  /**
   * How long a demotion waits for the election to be announced. Far less than the margin by which a
   * term ends early.
   */
  private static final long ANNOUNCEMENT_MILLIS = 20;

  private final Election election;
  private final ClientContext context;
  private final Consumer<Leadership> onElected;
  private final Consumer<Loss> onDemoted;

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable CompletableFuture<Hold> campaign;
  private @Nullable Term term;
  private boolean closed;
  private final Backoff backoff = new Backoff(FIRST_PAUSE_MILLIS, LAST_PAUSE_MILLIS);

  /** Of the last campaign; null if it was not refused. */
  private @Nullable Reason refusal;

  /** One term of leadership. */
  private final class Term {
    private final Hold hold;
    private final Leadership leadership;

    /** Completed when {@code onElected} has returned, or is not going to be called. */
    private final CompletableFuture<@Nullable Void> announced = new CompletableFuture<>();

    /** Completed when {@code onDemoted} has returned, or is not going to be called. */
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    /** Whether {@code onElected} was or is being called, so that {@code onDemoted} must be. */
    private boolean isAnnounced;

    /** The thread that runs {@code onElected} now. */
    private volatile @Nullable Thread announcer;

    Term(Hold hold) {
      this.hold = hold;
      this.leadership = new Leadership(hold, () -> stepDown(this));
    }
  }

  private Candidacy(
      Election election,
      ClientContext context,
      Consumer<Leadership> onElected,
      Consumer<Loss> onDemoted) {
    this.election = election;
    this.context = context;
    this.onElected = onElected;
    this.onDemoted = onDemoted;
  }

  static Candidacy start(
      Election election,
      ClientContext context,
      Consumer<Leadership> onElected,
      Consumer<Loss> onDemoted) {
    Candidacy candidacy = new Candidacy(election, context, onElected, onDemoted);
    candidacy.stand();
    return candidacy;
  }

  /** Returns whether the candidate leads now. */
  public boolean leads() {
    Term present = present();
    return present != null && present.leadership.isValid();
  }

  private @Nullable Term present() {
    lock.lock();
    try {
      return term;
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------------------------- campaigns

  private void stand() {
    CompletableFuture<Hold> next;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      next = election.stand();
      campaign = next;
    } finally {
      lock.unlock();
    }
    var unused = next.whenCompleteAsync(this::campaignEnded, context.callbacks());
  }

  private void campaignEnded(@Nullable Hold won, @Nullable Throwable thrown) {
    if (won == null) {
      notElected(thrown == null ? null : CallerFutures.toException(thrown));
      return;
    }
    Term elected = begin(won);
    if (elected == null) {
      won.giveBack();
      return;
    }
    won.onLost(loss -> onLost(elected, loss));
    if (mayAnnounce(elected)) {
      elected.announcer = Thread.currentThread();
      guarded("onElected", () -> onElected.accept(elected.leadership));
      elected.announcer = null;
    }
    elected.announced.complete(null);
  }

  /** Returns null if the candidacy was closed meanwhile. */
  private @Nullable Term begin(Hold won) {
    lock.lock();
    try {
      backoff.reset();
      refusal = null;
      term = closed ? null : new Term(won);
      return term;
    } finally {
      lock.unlock();
    }
  }

  /** Not if the term is over already. */
  private boolean mayAnnounce(Term elected) {
    lock.lock();
    try {
      elected.isAnnounced = term == elected && !elected.hold.isLost();
      return elected.isAnnounced;
    } finally {
      lock.unlock();
    }
  }

  private void notElected(@Nullable RuntimeException why) {
    long pause;
    boolean isNewRefusal;
    lock.lock();
    try {
      Reason before = refusal;
      refusal = why instanceof RefusedException refused ? refused.reason() : null;
      isNewRefusal = refusal != null && refusal != before && !closed;
      pause = backoff.nextWithFullJitter();
    } finally {
      lock.unlock();
    }
    if (isNewRefusal) {
      log.warn(
          "campaign for {} refused; the candidacy keeps trying: {}",
          election.key(),
          String.valueOf(why));
    } else {
      log.debug("campaign for {} ended: {}", election.key(), String.valueOf(why));
    }
    var unused =
        context
            .loop()
            .after(
                TimeUnit.MILLISECONDS.toNanos(pause),
                () -> context.callbacks().execute(this::stand));
  }

  /** Also if the event is a failure. */
  private void standAfter(CompletableFuture<?> event) {
    var unused = event.whenCompleteAsync((value, thrown) -> stand(), context.callbacks());
  }

  // ---------------------------------------------------------------------------- the end of a term

  /** Ends a term. Returns false if it has been ended before. */
  private boolean endTerm(Term only) {
    lock.lock();
    try {
      boolean isPresent = term == only;
      term = isPresent ? null : term;
      return isPresent;
    } finally {
      lock.unlock();
    }
  }

  /** On a listener thread. It stands again when both listeners have returned. */
  private void onLost(Term lost, Loss loss) {
    if (endTerm(lost)) {
      notifyDemoted(lost, loss);
      standAfter(lost.announced);
    }
  }

  private void notifyDemoted(Term over, Loss loss) {
    if (over.isAnnounced) {
      if (over.announcer != Thread.currentThread()) {
        awaitAnnouncement(over.announced);
      }
      guarded("onDemoted", () -> onDemoted.accept(loss));
    }
    over.ended.complete(null);
  }

  private static void awaitAnnouncement(CompletableFuture<@Nullable Void> announced) {
    try {
      announced.get(ANNOUNCEMENT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException slow) {
      log.debug("onDemoted is called while onElected still runs");
    }
  }

  /**
   * Ends a term that is being resigned. The caller releases the hold; then it stands again.
   *
   * @return completed when the hold may be released: the listener has returned, or has had its time
   */
  private CompletableFuture<@Nullable Void> stepDown(Term resigned) {
    if (endTerm(resigned)) {
      standAfter(CompletableFuture.allOf(resigned.announced, resigned.hold.released()));
      if (resigned.isAnnounced) {
        var unused =
            context.callbackThreads().notifyOne(() -> notifyDemoted(resigned, Loss.CLOSED));
      } else {
        resigned.ended.complete(null);
      }
    }
    return resigned
        .ended
        .copy()
        .completeOnTimeout(null, CallbackThreads.LISTENER_TIME.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void guarded(String what, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error bug) {
      log.error("{} of a candidacy threw an exception; the candidacy continues", what, bug);
    }
  }

  /**
   * Resigns, and stands again at the end of the queue when the service has confirmed the release.
   * {@code onDemoted} is called before another candidate can be elected; it runs on the client's
   * callback threads, and the client waits for it for at most one second.
   *
   * @throws IndeterminateException if no answer came in time; the release continues in the
   *     background
   */
  public void resign() {
    Term present = present();
    if (present != null) {
      present.leadership.resign();
    }
  }

  /** Like {@link #resign}, without blocking. */
  public CompletableFuture<@Nullable Void> resignAsync() {
    Term present = present();
    return present == null
        ? CompletableFuture.completedFuture(null)
        : present.leadership.resignAsync();
  }

  /**
   * Stops standing, and resigns if the candidate leads. {@code onDemoted} is called first, as for
   * {@link #resign}.
   */
  @Override
  public void close() {
    CompletableFuture<Hold> standing;
    lock.lock();
    try {
      closed = true;
      standing = campaign;
    } finally {
      lock.unlock();
    }
    if (standing != null) {
      standing.cancel(false);
    }
    Term present = present();
    if (present != null) {
      present.leadership.close();
    }
  }
}
