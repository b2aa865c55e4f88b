package io.tenure.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * An election: many may stand, one leads. Whoever holds the election's key leads; the others queue
 * for it in the order in which they came, so that a leader's end wakes one candidate and no more.
 *
 * <p><b>What it does not promise.</b> A leader that is paused may believe for a while after it goes
 * on that it leads. Give {@link Leadership#token()} to whatever it leads, as with {@link
 * Hold#token()}.
 *
 * <pre>{@code
 * tenure.election("/elections/scheduler").value("host-a").run(leadership -> {
 *   while (leadership.isValid()) {
 *     scheduler.runOnce(leadership.token());
 *   }
 * });
 * }</pre>
 *
 * <p>Immutable, as {@link LockRequest} is.
 */
public final class Election {
  private static final AtomicLong CANDIDATES = new AtomicLong();

  private final Tenure tenure;
  private final Hub hub;
  private final String key;
  private final String value;

  Election(Tenure tenure, Hub hub, String key) {
    this(tenure, hub, key, "");
  }

  private Election(Tenure tenure, Hub hub, String key, String value) {
    this.tenure = tenure;
    this.hub = hub;
    this.key = key;
    this.value = value;
  }

  /** What is done while leading. */
  @FunctionalInterface
  public interface Term {
    void lead(Leadership leadership) throws InterruptedException;
  }

  /**
   * What this candidate proclaims when it is elected: its address, say.
   *
   * @param proclamation at most 4,096 bytes in UTF-8
   */
  public Election value(String proclamation) {
    return new Election(tenure, hub, key, Objects.requireNonNull(proclamation, "value"));
  }

  // ---------------------------------------------------------------------------------- standing

  /**
   * Stands until elected, leads, and resigns when the term returns or throws. If leadership is lost
   * meanwhile the thread is interrupted, and {@link Leadership#isValid()} is false.
   *
   * @throws SessionLostException if the session was lost while it stood
   * @throws InterruptedException if interrupted while it stood, or by the term
   */
  public void run(Term term) throws InterruptedException {
    try (Leadership leadership = new Leadership(ask().interruptOnLoss().acquire())) {
      term.lead(leadership);
    }
  }

  /**
   * Stands until elected.
   *
   * @throws SessionLostException if the session was lost while it stood
   * @throws InterruptedException if interrupted; it stands no longer then
   */
  public Leadership campaign() throws InterruptedException {
    return new Leadership(ask().acquire());
  }

  /**
   * Stands for so long at most.
   *
   * @return empty if it was not elected in time
   */
  public Optional<Leadership> campaign(Duration limit) throws InterruptedException {
    try {
      return Optional.of(new Leadership(ask().waitUpTo(limit).acquire()));
    } catch (NotAcquiredException e) {
      return Optional.empty();
    }
  }

  /**
   * Stands without blocking. Cancelling the future ends that; leadership that was just won is given
   * back.
   */
  public CompletableFuture<Leadership> campaignAsync() {
    return Futures.map(
        ask().acquireAsync(),
        (hold, thrown) -> {
          if (hold != null) {
            return new Leadership(hold);
          }
          throw Futures.toException(Objects.requireNonNull(thrown));
        },
        Hold::giveBack);
  }

  /**
   * Stands, again and again, until it is closed. The two are called on the callback executor of the
   * client: when elected, and, before anybody else can be, when not leading any more. The second
   * does not wait for a first that takes its time: then both run side by side.
   */
  public Candidacy stand(Consumer<Leadership> onElected, Consumer<Loss> onDemoted) {
    return Candidacy.start(this, hub, onElected, onDemoted);
  }

  /** Every candidate is somebody else, also those of one thread. */
  private LockRequest ask() {
    return tenure.lock(key).owner("candidate-" + CANDIDATES.incrementAndGet()).value(value);
  }

  // --------------------------------------------------------------------------------- observing

  /** Who leads now. */
  public Optional<Leader> leader() throws InterruptedException {
    return ElectionView.leader(key, tenure.get(key));
  }

  /** Like {@link #leader()}, without blocking. */
  public CompletableFuture<Optional<Leader>> leaderAsync() {
    return tenure.getAsync(key).thenApply(view -> ElectionView.leader(key, view));
  }

  /**
   * Tells the listener who leads, and then whatever changes: a new leader, a new proclamation, that
   * nobody leads.
   */
  public Observation observe(ElectionListener listener) {
    return Observation.start(tenure, hub, key, listener);
  }
}
