package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.KeyPaths;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.view.ElectionView;
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
  private final ClientContext hub;
  private final String key;
  private final String value;

  Election(Tenure tenure, ClientContext hub, String key) {
    this(tenure, hub, KeyPaths.require(key), "");
  }

  private Election(Tenure tenure, ClientContext hub, String key, String value) {
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
    TextLimits.requireValue(proclamation);
    return new Election(tenure, hub, key, proclamation);
  }

  // ---------------------------------------------------------------------------------- standing

  /**
   * Stands until elected, leads, and resigns when the term returns or throws. If leadership is lost
   * meanwhile the thread is interrupted, and {@link Leadership#isValid()} is false; this returns
   * normally then, with the interrupt status cleared, also if the term throws the {@link
   * InterruptedException} that this has caused. An interrupt by somebody else comes through if it
   * is pending when leadership is lost; one that comes later, or that the term has taken notice of
   * before without ending, cannot be told from that of the loss, and is taken for it.
   *
   * @throws SessionLostException if the session was lost while it stood
   * @throws RefusedException if it cannot stand as it is
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted while it stood, or by somebody else while it led
   */
  public void run(Term term) throws InterruptedException {
    Objects.requireNonNull(term, "term");
    Hold hold = ask().interruptOnLoss().acquire();
    try (Leadership leadership = new Leadership(hold)) {
      term.lead(leadership);
    } catch (InterruptedException e) {
      if (!hold.hasInterrupted()) {
        throw e;
      }
    } finally {
      // Released by now: no other interrupt comes from it.
      if (hold.hasInterrupted()) {
        boolean unused = Thread.interrupted();
      }
    }
  }

  /**
   * Stands until elected.
   *
   * @throws SessionLostException if the session was lost while it stood
   * @throws RefusedException if it cannot stand as it is
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted; it stands no longer then
   */
  public Leadership campaign() throws InterruptedException {
    return new Leadership(ask().acquire());
  }

  /**
   * Stands for so long at most.
   *
   * @param limit zero to stand only if nobody leads; at most a day
   * @return empty if it was not elected in time
   * @throws SessionLostException if the session was lost while it stood
   * @throws RefusedException if it cannot stand as it is
   * @throws UnavailableException if the service cannot be reached; see {@link LockRequest#waitUpTo}
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted; it stands no longer then
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
    return CallerFutures.map(ask().acquireAsync(), Leadership::new, Hold::giveBack);
  }

  /** Like {@link #campaign(Duration)}, without blocking, as {@link #campaignAsync()} is. */
  public CompletableFuture<Optional<Leadership>> campaignAsync(Duration limit) {
    return CallerFutures.mapIfAcquired(
        ask().waitUpTo(limit).acquireAsync(), Leadership::new, Hold::giveBack);
  }

  /**
   * Stands, again and again, until it is closed. The two are called on the callback executor of the
   * client: when elected, and, before anybody else can be, when not leading any more, also because
   * it has resigned. The second does not wait for a first that takes its time: then both run side
   * by side. (What an operator revokes is the exception: see {@link Hold#onLost}.)
   *
   * <p>Whatever keeps it from standing, it goes on trying; refusals are logged as warnings.
   */
  public Candidacy stand(Consumer<Leadership> onElected, Consumer<Loss> onDemoted) {
    Objects.requireNonNull(onElected, "onElected");
    Objects.requireNonNull(onDemoted, "onDemoted");
    return Candidacy.start(this, hub, onElected, onDemoted);
  }

  /** Like {@link #campaignAsync()}, but what users do with their futures cannot keep it waiting. */
  CompletableFuture<Hold> stand() {
    return ask().acquireAsync(hub.callbacks());
  }

  /** Every candidate is somebody else, also those of one thread. */
  private LockRequest ask() {
    return tenure.lock(key).owner("candidate-" + CANDIDATES.incrementAndGet()).value(value);
  }

  // --------------------------------------------------------------------------------- observing

  /**
   * Who leads now.
   *
   * @throws UnavailableException if the service does not answer within the client's timeout
   * @throws InterruptedException if interrupted
   */
  public Optional<Leader> leader() throws InterruptedException {
    return ElectionView.leader(key, tenure.get(key));
  }

  /** Like {@link #leader()}, without blocking. */
  public CompletableFuture<Optional<Leader>> leaderAsync() {
    return CallerFutures.map(
        tenure.getAsync(key), view -> ElectionView.leader(key, view), unwanted -> {});
  }

  /**
   * Tells the listener who leads, and then whatever changes: a new leader, a new proclamation, that
   * nobody leads. It needs no session, goes on when the service could not be reached for a while,
   * and is told nothing of that. {@link ElectionListener#ended} is called if it cannot go on.
   */
  public Observation observe(ElectionListener listener) {
    Objects.requireNonNull(listener, "listener");
    return Observation.start(tenure, hub, key, listener);
  }
}
