package io.tenure.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for an election again and again, until it is closed. Losing a session, or a service that
 * cannot be reached, only means to stand again, after a pause that grows and is never the same.
 */
public final class Candidacy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Candidacy.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LAST_PAUSE_MILLIS = 5_000;

  private final Election election;
  private final Hub hub;
  private final Consumer<Leadership> onElected;
  private final Consumer<Loss> onDemoted;

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable CompletableFuture<Leadership> campaign;
  private @Nullable Leadership leadership;
  private boolean closed;
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  /** Completed when the users' listener for the latest election has returned. */
  private CompletableFuture<@Nullable Void> announced = CompletableFuture.completedFuture(null);

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
      return leadership != null && leadership.isValid();
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
    var unused = next.whenComplete(this::ended);
  }

  private void ended(@Nullable Leadership won, @Nullable Throwable thrown) {
    if (won == null) {
      if (thrown != null && !isClosed()) {
        log.debug("a campaign ended: {}", thrown.toString());
        standAgainLater();
      }
      return;
    }
    CompletableFuture<@Nullable Void> heard = new CompletableFuture<>();
    lock.lock();
    try {
      pauseMillis = FIRST_PAUSE_MILLIS;
      if (!closed) {
        leadership = won;
        announced = heard;
      }
    } finally {
      lock.unlock();
    }
    if (isClosed()) {
      var unused = won.resignAsync();
      return;
    }
    won.onDemoted(loss -> demoted(won, loss));
    guarded("elected", () -> onElected.accept(won));
    heard.complete(null);
  }

  private void demoted(Leadership lost, Loss loss) {
    CompletableFuture<@Nullable Void> before;
    lock.lock();
    try {
      if (leadership != lost) {
        return;
      }
      leadership = null;
      before = announced;
    } finally {
      lock.unlock();
    }
    guarded("demoted", () -> onDemoted.accept(loss));
    var unused = before.thenRunAsync(this::stand, hub.callbacks());
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
   */
  public void resign() {
    Leadership present;
    lock.lock();
    try {
      present = leadership;
      leadership = null;
    } finally {
      lock.unlock();
    }
    if (present != null) {
      guarded("demoted", () -> onDemoted.accept(Loss.CLOSED));
      present.resign();
      stand();
    }
  }

  /** Resigns, if it leads, and stands no longer. The listener is told first. */
  @Override
  public void close() {
    Leadership present;
    CompletableFuture<Leadership> standing;
    lock.lock();
    try {
      closed = true;
      present = leadership;
      standing = campaign;
      leadership = null;
    } finally {
      lock.unlock();
    }
    if (standing != null) {
      standing.cancel(false);
    }
    if (present != null) {
      guarded("demoted", () -> onDemoted.accept(Loss.CLOSED));
      present.close();
    }
  }
}
