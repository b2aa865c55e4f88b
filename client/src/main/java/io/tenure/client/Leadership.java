package io.tenure.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What it is to lead, from the election until it is resigned or lost. */
public final class Leadership implements AutoCloseable {
  private final Hold hold;

  Leadership(Hold hold) {
    this.hold = hold;
  }

  /** The fencing token: greater than that of every leader before. */
  public long token() {
    return hold.token();
  }

  /** Whether it is certain, by this machine's monotonic clock, that nobody else leads now. */
  public boolean isValid() {
    return hold.isValid();
  }

  boolean isLost() {
    return hold.isLost();
  }

  /** How long that is certain without another keep-alive. */
  public Duration remaining() {
    return hold.remaining();
  }

  /** What was proclaimed last. */
  public String value() {
    return hold.value();
  }

  /**
   * Has the listener told when leadership is lost, before anybody else can be elected. Not told
   * when it is resigned.
   */
  public Leadership onDemoted(Consumer<Loss> listener) {
    hold.onLost(listener);
    return this;
  }

  /** Tells observers something new; see {@link Hold#setValue}. */
  public void proclaim(String value) throws InterruptedException {
    hold.setValue(value);
  }

  /** Like {@link #proclaim}, without waiting. */
  public CompletableFuture<@Nullable Void> proclaimAsync(String value) {
    return hold.setValueAsync(value);
  }

  /** Lets the next candidate lead; see {@link Hold#release}. */
  public void resign() {
    hold.release();
  }

  /** Like {@link #resign}, without waiting. */
  public CompletableFuture<@Nullable Void> resignAsync() {
    return hold.releaseAsync();
  }

  /** Resigns; see {@link Hold#close}. */
  @Override
  public void close() {
    hold.close();
  }

  @Override
  public String toString() {
    return "Leadership[" + hold.keys() + ", token " + token() + "]";
  }
}
