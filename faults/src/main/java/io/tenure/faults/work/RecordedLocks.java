package io.tenure.faults.work;

import io.tenure.client.Election;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.Target;
import io.tenure.client.error.TenureException;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.Operations.Mark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks through the public client, and writes down what came of it. For one thread, but for what
 * the client tells.
 */
public final class RecordedLocks {
  private static final long CLOSING_MILLIS = 4_000;

  private final ClientContext self;

  public RecordedLocks(ClientContext self) {
    this.self = self;
  }

  /**
   * What is wanted.
   *
   * @param waitMillis -1 for ever, 0 not to wait
   * @param owner empty for one of its own
   */
  public record Wish(List<Target> targets, long waitMillis, String owner) {
    public Wish(List<Target> targets, long waitMillis) {
      this(targets, waitMillis, "");
    }
  }

  /** How something is got. Null is for what others have, if that is certain. */
  private interface Way {
    @Nullable HeldGrant go() throws InterruptedException;
  }

  // ---------------------------------------------------------------------------------- acquiring

  /** Waits until it is granted; null if it is not, for whatever reason. */
  @Nullable
  public HeldGrant acquire(Session session, Wish wish) throws InterruptedException {
    long op = self.recorder().next();
    LockRequest request = request(session, wish, op);
    return wish.waitMillis() == 0
        ? got(op, operation(wish, op), () -> grip(request.tryAcquire()))
        : got(op, operation(wish, op), () -> grip(request.acquire()));
  }

  /** The same with a future, which is cancelled if it takes too long. */
  @Nullable
  public HeldGrant acquireAsync(Session session, Wish wish, long cancelMillis)
      throws InterruptedException {
    long op = self.recorder().next();
    LockRequest request = request(session, wish, op);
    self.recorder().invoked(op, self.name(), operation(wish, op));
    CompletableFuture<Hold> future = request.acquireAsync();
    try {
      return granted(op, grip(future.get(cancelMillis, TimeUnit.MILLISECONDS)));
    } catch (TimeoutException e) {
      return future.cancel(false)
          ? failed(op, CallResults.unknown("cancelled"))
          : tooLateToCancel(op, future);
    } catch (ExecutionException e) {
      return failed(op, CallResults.of(e));
    } catch (InterruptedException e) {
      if (!future.cancel(false) && !future.isCompletedExceptionally()) {
        future.join().close();
      }
      failed(op, CallResults.unknown("interrupted"));
      throw e;
    }
  }

  /**
   * Asks for something without a limit, and does not wait. Who is told of the loss was told of the
   * grant before.
   *
   * @param ended told once, on a thread of the client: what was granted, or null if nothing was
   * @param gone told on a thread of the client if what was granted is lost
   */
  public CompletableFuture<Hold> standing(
      Session session, Wish wish, Consumer<@Nullable HeldGrant> ended, Runnable gone) {
    long op = self.recorder().next();
    LockRequest request = request(session, wish, op);
    self.recorder().invoked(op, self.name(), operation(wish, op));
    CompletableFuture<Hold> future = request.acquireAsync();
    var unused =
        future.whenComplete(
            (hold, thrown) -> {
              if (hold == null) {
                ended.accept(failed(op, CallResults.of(thrown)));
                return;
              }
              ended.accept(granted(op, HeldGrant.of(hold)));
              Consumer<Loss> recorded = lost(hold.token());
              hold.onLost(
                  loss -> {
                    recorded.accept(loss);
                    gone.run();
                  });
            });
    return future;
  }

  private @Nullable HeldGrant tooLateToCancel(long op, CompletableFuture<Hold> future) {
    try {
      return granted(op, grip(future.join()));
    } catch (CompletionException e) {
      return failed(op, CallResults.of(e));
    }
  }

  /** Who the owner of a candidate is, the client does not tell. */
  @Nullable
  public HeldGrant campaign(Election election, String key, Duration limit)
      throws InterruptedException {
    long op = self.recorder().next();
    List<Target> targets = List.of(Target.exclusive(key));
    Mark mark = new Mark(self.mark(op), limit.toMillis());
    self.recorder().invoked(op, self.name(), Operations.acquire(self.shard(), "", targets, mark));
    try {
      var elected = election.value(mark.value()).campaign(limit);
      if (elected.isEmpty()) {
        return failed(op, CallResults.refused("not elected within the time limit"));
      }
      return granted(op, HeldGrant.of(elected.get(), lost(elected.get().token())));
    } catch (TenureException e) {
      return failed(op, CallResults.of(e));
    } catch (InterruptedException e) {
      failed(op, CallResults.unknown("interrupted"));
      throw e;
    }
  }

  private LockRequest request(Session session, Wish wish, long op) {
    LockRequest request = session.lock(wish.targets()).owner(owner(wish, op)).value(self.mark(op));
    return wish.waitMillis() < 0 ? request : request.waitUpTo(Duration.ofMillis(wish.waitMillis()));
  }

  private Operation operation(Wish wish, long op) {
    Mark mark = new Mark(self.mark(op), wish.waitMillis());
    return Operations.acquire(self.shard(), owner(wish, op), wish.targets(), mark);
  }

  private String owner(Wish wish, long op) {
    return wish.owner().isEmpty() ? self.mark(op) : wish.owner();
  }

  private @Nullable HeldGrant got(long op, Operation operation, Way way)
      throws InterruptedException {
    self.recorder().invoked(op, self.name(), operation);
    try {
      HeldGrant grip = way.go();
      return grip == null ? failed(op, CallResults.refused("busy")) : granted(op, grip);
    } catch (TenureException e) {
      return failed(op, CallResults.of(e));
    } catch (InterruptedException e) {
      failed(op, CallResults.unknown("interrupted"));
      throw e;
    }
  }

  private HeldGrant granted(long op, HeldGrant grip) {
    returned(op, CallResults.granted(grip.token()));
    return grip;
  }

  private @Nullable HeldGrant failed(long op, Result result) {
    returned(op, result);
    return null;
  }

  private void returned(long op, Result result) {
    self.recorder().returned(op, result, System.nanoTime());
  }

  private @Nullable HeldGrant grip(Optional<Hold> hold) {
    return hold.isEmpty() ? null : grip(hold.get());
  }

  private HeldGrant grip(Hold hold) {
    return HeldGrant.of(hold, lost(hold.token()));
  }

  Consumer<Loss> lost(long token) {
    return loss -> self.recorder().lost(self.name(), self.shard(), token, loss.name());
  }

  // ------------------------------------------------------------------------------ afterwards

  /**
   * Releases. The client returns in the same way when the service has answered and when the session
   * is lost meanwhile; which of these it was, the time that was left tells.
   */
  public void release(HeldGrant grip) {
    long goodUntilNanos = System.nanoTime() + grip.remaining().get().toNanos();
    long op = self.recorder().next();
    self.recorder().invoked(op, self.name(), Operations.release(self.shard(), 0, grip.token()));
    try {
      grip.release().run();
      long endedNanos = System.nanoTime();
      boolean answered = goodUntilNanos - endedNanos > 0 && !Thread.currentThread().isInterrupted();
      self.recorder()
          .returned(
              op,
              answered ? CallResults.done() : CallResults.unknown("lost or interrupted"),
              endedNanos);
    } catch (TenureException e) {
      returned(op, CallResults.of(e));
    }
  }

  public void setValue(HeldGrant grip) throws InterruptedException {
    long op = self.recorder().next();
    String value = self.mark(op);
    self.recorder()
        .invoked(op, self.name(), Operations.setValue(self.shard(), 0, grip.token(), value));
    try {
      grip.proclamation().make(value);
      returned(op, CallResults.done());
    } catch (TenureException e) {
      returned(op, CallResults.of(e));
    } catch (InterruptedException e) {
      returned(op, CallResults.unknown("interrupted"));
      throw e;
    }
  }

  /**
   * Closes a session. As with a release, the time that was left tells whether the service has
   * answered.
   *
   * @param grip what is, or was, held in it
   */
  public void close(Session session, HeldGrant grip) throws InterruptedException {
    long goodUntilNanos = System.nanoTime() + grip.remaining().get().toNanos();
    long op = self.recorder().next();
    self.recorder()
        .invoked(op, self.name(), Operations.closeSession(self.shard(), 0, grip.token()));
    try {
      session.closeAsync().get(CLOSING_MILLIS, TimeUnit.MILLISECONDS);
      long endedNanos = System.nanoTime();
      boolean answered = goodUntilNanos - endedNanos > 0;
      self.recorder()
          .returned(op, answered ? CallResults.done() : CallResults.unknown("lost"), endedNanos);
    } catch (TimeoutException e) {
      returned(op, CallResults.unknown("not closed within the time limit"));
    } catch (ExecutionException e) {
      returned(op, CallResults.of(e));
    } catch (InterruptedException e) {
      returned(op, CallResults.unknown("interrupted"));
      throw e;
    }
  }
}
