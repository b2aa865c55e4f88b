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
 * A leader election: any number of candidates, one leader. The holder of the election's key leads.
 * The other candidates queue in order of arrival, so when a leader leaves, only one of them is
 * woken.
 *
 * <p><b>Not guaranteed.</b> A leader that was paused may believe for a while that it still leads.
 * Pass {@link Leadership#token()} to every resource that the leader writes to, as with {@link
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
 * <p>Immutable, like {@link LockRequest}.
 */
public final class Election {
  private static final AtomicLong CANDIDATES = new AtomicLong();

  private final Tenure tenure;
  private final ClientContext context;
  private final String key;
  private final String value;

  Election(Tenure tenure, ClientContext context, String key) {
    this(tenure, context, KeyPaths.require(key), "");
  }

  private Election(Tenure tenure, ClientContext context, String key, String value) {
    this.tenure = tenure;
    this.context = context;
    this.key = key;
    this.value = value;
  }

  String key() {
    return key;
  }

  /** What a candidate does while it leads. */
  @FunctionalInterface
  public interface Term {
    void lead(Leadership leadership) throws InterruptedException;
  }

  /**
   * Sets what this candidate proclaims when it is elected, for example its address.
   *
   * @param proclamation at most 4,096 bytes in UTF-8
   */
  public Election value(String proclamation) {
    TextLimits.requireValue(proclamation);
    return new Election(tenure, context, key, proclamation);
  }

  // ---------------------------------------------------------------------------------- standing

  /**
   * Waits until elected, runs the term, and resigns when the term returns or throws.
   *
   * <p>If leadership is lost while the term runs, the thread is interrupted and {@link
   * Leadership#isValid()} returns false. This method then returns normally, with the interrupt
   * status cleared, also if the term throws the {@link InterruptedException} that the loss caused.
   * An interrupt by other code is kept if it was pending when leadership was lost. A later one, or
   * one that the term has noticed earlier without ending, cannot be distinguished from the
   * interrupt of the loss.
   *
   * @throws SessionLostException if the session ended while waiting
   * @throws RefusedException if the service refuses the candidate
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted while waiting, or by other code while leading
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
   * Waits until elected.
   *
   * @throws SessionLostException if the session ended while waiting
   * @throws RefusedException if the service refuses the candidate
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted; the candidate is withdrawn
   */
  public Leadership campaign() throws InterruptedException {
    return new Leadership(ask().acquire());
  }

  /**
   * Waits until elected, but no longer than the limit.
   *
   * @param limit zero to be elected only if nobody leads; at most one day
   * @return empty if not elected in time
   * @throws SessionLostException if the session ended while waiting
   * @throws RefusedException if the service refuses the candidate
   * @throws UnavailableException if the service is unreachable; see {@link LockRequest#waitUpTo}
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted; the candidate is withdrawn
   */
  public Optional<Leadership> campaign(Duration limit) throws InterruptedException {
    try {
      return Optional.of(new Leadership(ask().waitUpTo(limit).acquire()));
    } catch (NotAcquiredException e) {
      return Optional.empty();
    }
  }

  /**
   * Like {@link #campaign()}, without blocking. To cancel the future withdraws the candidate;
   * leadership that was just won is resigned.
   */
  public CompletableFuture<Leadership> campaignAsync() {
    return CallerFutures.map(ask().acquireAsync(), Leadership::new, Hold::giveBack);
  }

  /**
   * Like {@link #campaign(Duration)}, without blocking. Cancelling works as for {@link
   * #campaignAsync()}.
   */
  public CompletableFuture<Optional<Leadership>> campaignAsync(Duration limit) {
    return CallerFutures.mapIfAcquired(
        ask().waitUpTo(limit).acquireAsync(), Leadership::new, Hold::giveBack);
  }

  /**
   * Stands until the candidacy is closed, and stands again whenever leadership ends.
   *
   * <p>Both listeners run on the client's callback threads. {@code onDemoted} is called before
   * another candidate can be elected, except after a revocation by an operator (see {@link
   * Hold#onLost}). It does not wait for an {@code onElected} that takes long: then both run in
   * parallel.
   *
   * <p>If standing fails, the client keeps trying. Refusals are logged as warnings.
   *
   * @param onElected called when elected
   * @param onDemoted called when the candidate no longer leads, also because it has resigned
   */
  public Candidacy stand(Consumer<Leadership> onElected, Consumer<Loss> onDemoted) {
    Objects.requireNonNull(onElected, "onElected");
    Objects.requireNonNull(onDemoted, "onDemoted");
    return Candidacy.start(this, context, onElected, onDemoted);
  }

  /** Like {@link #campaignAsync()}, but what users do with their futures cannot keep it waiting. */
  CompletableFuture<Hold> stand() {
    return ask().acquireAsync(context.callbacks());
  }

  /** Every candidate is somebody else, also those of one thread. */
  private LockRequest ask() {
    return tenure.lock(key).owner("candidate-" + CANDIDATES.incrementAndGet()).value(value);
  }

  // --------------------------------------------------------------------------------- observing

  /**
   * Returns who leads now.
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
   * Reports who leads, and then every change: a new leader, a new proclamation, or that nobody
   * leads. Needs no session. If the service is unreachable for a while, the observation continues
   * afterwards, without a call of the listener. If it cannot continue, {@link
   * ElectionListener#ended} is called.
   */
  public Observation observe(ElectionListener listener) {
    Objects.requireNonNull(listener, "listener");
    return Observation.start(tenure, context, key, listener);
  }
}
