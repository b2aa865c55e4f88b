package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.CallerFutures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What it is to lead, from the election until it is resigned or lost. */
public final class Leadership implements AutoCloseable {
  private final Hold hold;
  private final Supplier<CompletableFuture<@Nullable Void>> lastActs;

  Leadership(Hold hold) {
    this(hold, () -> CompletableFuture.completedFuture(null));
  }

  /**
   * One that somebody else has to do with.
   *
   * @param lastActs what is to be done before it is resigned; its future is completed in time
   */
  Leadership(Hold hold, Supplier<CompletableFuture<@Nullable Void>> lastActs) {
    this.hold = hold;
    this.lastActs = lastActs;
  }

  /** The fencing token: greater than that of every leader before. */
  public long token() {
    return hold.token();
  }

  /** Whether it is certain, by this machine's monotonic clock, that nobody else leads now. */
  public boolean isValid() {
    return hold.isValid();
  }

  /** How long that is certain without another keep-alive. */
  public Duration remaining() {
    return hold.remaining();
  }

  /** What was proclaimed last, as far as the service has confirmed it. */
  public String value() {
    return hold.value();
  }

  /**
   * Has the listener told when leadership is lost, before anybody else can be elected (if an
   * operator has revoked it, perhaps after that: see {@link Hold#onLost}). Not told when it is
   * resigned.
   */
  public Leadership onDemoted(Consumer<Loss> listener) {
    hold.onLost(listener);
    return this;
  }

  /**
   * Tells observers something new; see {@link Hold#setValue}.
   *
   * @throws RefusedException if leadership is lost or resigned
   * @throws SessionLostException if the session is lost meanwhile
   * @throws IndeterminateException if it is not known whether observers are told; {@link
   *     Hold#setValue} says what goes on then
   * @throws UnavailableException if the client is closed
   * @throws InterruptedException if interrupted; observers may be told all the same
   */
  public void proclaim(String value) throws InterruptedException {
    hold.setValue(value);
  }

  /** Like {@link #proclaim}, without waiting. */
  public CompletableFuture<@Nullable Void> proclaimAsync(String value) {
    return hold.setValueAsync(value);
  }

  /**
   * Lets the next candidate lead; see {@link Hold#release}. A {@link Candidacy} that this came from
   * is told first that it is demoted, and stands again.
   */
  public void resign() {
    boolean unused = CallerFutures.isDoneWithin(lastActs.get(), CallbackThreads.LAST_WORDS);
    hold.release();
  }

  /** Like {@link #resign}, without waiting. */
  public CompletableFuture<@Nullable Void> resignAsync() {
    return lastActs.get().thenCompose(told -> hold.releaseAsync());
  }

  /** Resigns; see {@link Hold#close}. */
  @Override
  public void close() {
    boolean unused = CallerFutures.isDoneWithin(lastActs.get(), CallbackThreads.LAST_WORDS);
    hold.close();
  }

  @Override
  public String toString() {
    return "Leadership[" + hold.keys() + ", token " + token() + "]";
  }
}
