package io.tenure.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for an election again and again, until it is closed. Losing a session, or a service that
 * cannot be reached, only means to stand again, after a pause that grows and is never the same.
 *
 * <p>What the listeners are told, for each term: that it is elected, once; then, once, that it is
 * demoted. A term that is over before its election could be told is not told at all. If it is lost
 * while the first call still runs, the second runs beside it: there may be no time to wait.
 */
public final class Candidacy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Candidacy.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LAST_PAUSE_MILLIS = 5_000;

  private static final long LISTENER_MILLIS = 20;

  private final Election election;
  private final Hub hub;
  private final Consumer<Leadership> onElected;
  private final Consumer<Loss> onDemoted;

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable CompletableFuture<Leadership> campaign;
  private @Nullable Term term;
  private boolean closed;
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  /** One time of leading. */
  private static final class Term {
    private final Leadership leadership;

    /** Completed when the listener that was told of the election has returned, or is not told. */
    private final CompletableFuture<@Nullable Void> announced = new CompletableFuture<>();

    private boolean told;

    Term(Leadership leadership) {
      this.leadership = leadership;
    }
  }

  private Candidacy(
      Election election, Hub hub, Consumer<Leadership> onElected, Consumer<Loss> onDemoted) {
    this.election = election;
    this.hub = hub;
    this.onElected = onElected;
    this.onDemoted = onDemoted;
  }

  static Candidacy start(
      Election election, Hub hub, Consumer<Leadership> onElected, Consumer<Loss> onDemoted) {
    Candidacy candidacy = new Candidacy(election, hub, onElected, onDemoted);
    candidacy.stand();
    return candidacy;
  }

  /** Whether it leads now. */
  public boolean leads() {
    lock.lock();
    try {
      return term != null && term.leadership.isValid();
    } finally {
      lock.unlock();
    }
  }

  private void stand() {
    CompletableFuture<Leadership> next;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      next = election.campaignAsync();
      campaign = next;
    } finally {
      lock.unlock();
    }
    var unused = next.whenCompleteAsync(this::ended, hub.callbacks());
  }

  private void ended(@Nullable Leadership won, @Nullable Throwable thrown) {
    if (won == null) {
      log.debug("a campaign ended: {}", String.valueOf(thrown));
      standAgainLater();
      return;
    }
    Term next = new Term(won);
    lock.lock();
    try {
      pauseMillis = FIRST_PAUSE_MILLIS;
      if (!closed) {
        term = next;
      }
    } finally {
      lock.unlock();
    }
    won.onDemoted(loss -> demoted(next, loss));
    if (isToBeTold(next)) {
      guarded("elected", () -> onElected.accept(won));
    }
    next.announced.complete(null);
    if (isClosed()) {
      var unused = won.resignAsync();
    }
  }

  private boolean isToBeTold(Term elected) {
    lock.lock();
    try {
      elected.told = term == elected && !elected.leadership.isLost();
      return elected.told;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the present term away, if it is this one; null for whichever it is. */
  private @Nullable Term take(@Nullable Term only) {
    lock.lock();
    try {
      Term present = term;
      if (present == null || (only != null && present != only)) {
        return null;
      }
      term = null;
      return present;
    } finally {
      lock.unlock();
    }
  }

  private void demoted(Term lost, Loss loss) {
    if (take(lost) != null) {
      tellDemoted(lost, loss);
      standAfter(lost);
    }
  }

  private void tellDemoted(Term ended, Loss loss) {
    if (ended.told) {
      awaitShortly(ended.announced);
      guarded("demoted", () -> onDemoted.accept(loss));
    }
  }

  /** Far less than the margin by which a term ends early; after that both run side by side. */
  private static void awaitShortly(CompletableFuture<@Nullable Void> announced) {
    try {
      announced.get(LISTENER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException slow) {
      log.debug("a candidate is demoted while it is still being told that it is elected");
    }
  }

  /** Not before the listener has returned: it is told of one election at a time. */
  private void standAfter(Term ended) {
    var unused = ended.announced.thenRunAsync(this::stand, hub.callbacks());
  }

  private void standAgainLater() {
    long pause;
    lock.lock();
    try {
      pause = ThreadLocalRandom.current().nextLong(pauseMillis + 1);
      pauseMillis = Math.min(LAST_PAUSE_MILLIS, pauseMillis * 2);
    } finally {
      lock.unlock();
    }
    var unused =
        hub.loop()
            .after(
                TimeUnit.MILLISECONDS.toNanos(pause), () -> hub.callbacks().execute(this::stand));
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  private static void guarded(String what, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error bug) {
      log.error("a candidate failed when it was told that it is {}", what, bug);
    }
  }

  /**
   * Resigns and stands again, behind those who stand already. The listener is told that it leads no
   * longer before anybody else can be elected.
   *
   * @throws IndeterminateException if the service has not answered in time; it stands again then,
   *     too
   */
  public void resign() {
    Term present = take(null);
    if (present != null) {
      tellDemoted(present, Loss.CLOSED);
      try {
        present.leadership.resign();
      } finally {
        standAfter(present);
      }
    }
  }

  /** Resigns, if it leads, and stands no longer. The listener is told first. */
  @Override
  public void close() {
    CompletableFuture<Leadership> standing;
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
    Term present = take(null);
    if (present != null) {
      tellDemoted(present, Loss.CLOSED);
      present.leadership.close();
    }
  }
}
