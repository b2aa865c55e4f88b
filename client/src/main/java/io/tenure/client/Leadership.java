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

/** The leadership of an election, until it is resigned or lost. */
public final class Leadership implements AutoCloseable {
  private final Hold hold;
  private final Supplier<CompletableFuture<@Nullable Void>> beforeRelease;

  Leadership(Hold hold) {
    this(hold, () -> CompletableFuture.completedFuture(null));
  }

  /**
   * A leadership that a candidacy manages.
   *
   * @param beforeRelease run before the hold is released; its future is completed within the
   *     listeners' time
   */
  Leadership(Hold hold, Supplier<CompletableFuture<@Nullable Void>> beforeRelease) {
    this.hold = hold;
    this.beforeRelease = beforeRelease;
  }

  /** Returns the fencing token: greater than the token of every earlier leader. */
  public long token() {
    return hold.token();
  }

  /**
   * Returns whether it is certain, by the monotonic clock of this machine, that nobody else leads
   * now.
   */
  public boolean isValid() {
    return hold.isValid();
  }

  /** Returns how long leadership is valid without another keep-alive; zero if it is not valid. */
  public Duration remaining() {
    return hold.remaining();
  }

  /** Returns what was proclaimed last, as confirmed by the service. */
  public String value() {
    return hold.value();
  }

  /**
   * Adds a listener that is called if leadership is lost, before another candidate can be elected
   * (after a revocation by an operator possibly later: see {@link Hold#onLost}). It is not called
   * when leadership is resigned.
   */
  public Leadership onDemoted(Consumer<Loss> listener) {
    hold.onLost(listener);
    return this;
  }

  /**
   * Publishes a new value for observers; see {@link Hold#setValue}.
   *
   * @throws RefusedException if leadership is lost or resigned
   * @throws SessionLostException if the session ends meanwhile
   * @throws IndeterminateException if it is not known whether the value was set; {@link
   *     Hold#setValue} describes what continues
   * @throws UnavailableException if the client is closed
   * @throws InterruptedException if interrupted; the value may still be published
   */
  public void proclaim(String value) throws InterruptedException {
    hold.setValue(value);
  }

  /** Like {@link #proclaim}, without blocking. */
  public CompletableFuture<@Nullable Void> proclaimAsync(String value) {
    return hold.setValueAsync(value);
  }

  /**
   * Ends the leadership, so that the next candidate is elected; see {@link Hold#release}. If it
   * came from a {@link Candidacy}, {@code onDemoted} is called first, and the candidacy stands
   * again.
   */
  public void resign() {
    boolean unused = CallerFutures.isDoneWithin(beforeRelease.get(), CallbackThreads.LISTENER_TIME);
    hold.release();
  }

  /** Like {@link #resign}, without blocking. */
  public CompletableFuture<@Nullable Void> resignAsync() {
    return beforeRelease.get().thenCompose(told -> hold.releaseAsync());
  }

  /** Resigns, but does not throw if no answer comes; see {@link Hold#close}. */
  @Override
  public void close() {
    boolean unused = CallerFutures.isDoneWithin(beforeRelease.get(), CallbackThreads.LISTENER_TIME);
    hold.close();
  }

  @Override
  public String toString() {
    return "Leadership[" + hold.keys() + ", token " + token() + "]";
  }
}
