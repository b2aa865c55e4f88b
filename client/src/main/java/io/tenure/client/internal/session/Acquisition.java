package io.tenure.client.internal.session;

import com.google.protobuf.ByteString;
import io.tenure.client.Loss;
import io.tenure.client.Target;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One ask for a lock, from the call to the hold or the refusal. Whatever ends it early, be it time,
 * the user or a bug, the request is withdrawn, and the hold given back if there is one: nothing
 * stays held that no handle refers to. On the loop, except for {@link #result}.
 */
public final class Acquisition implements SessionPart.Opening {
  public static final long FOREVER = -1;

  /**
   * For an answer that is on its way when the time to wait is over: the service ends the wait by
   * itself, but may be busy finding a new leader.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** What is left behind until the withdrawal has reached the service. */
  private static final String MAY_BE_GRANTED =
      "it may have been granted, or be granted until it is withdrawn;"
          + " the client withdraws it and releases what was granted as soon as the service answers";

  /**
   * What is asked for.
   *
   * @param targets in the order of their keys
   * @param owner empty for one that is new with this request
   * @param party empty for the owner
   * @param waitMillis {@link #FOREVER}, or 0 not to wait
   * @param extras what the hold is to do
   */
  public record Wish(
      List<Target> targets,
      String owner,
      String party,
      String value,
      long waitMillis,
      HoldHandle.Extras extras) {

    /**
     * Who asks, as far as other requests may have the same owner or party: these wait while
     * something of theirs is being given back, since they would be found to wait for themselves.
     */
    List<String> askers() {
      List<String> askers = new ArrayList<>(2);
      if (!owner.isEmpty()) {
        askers.add("owner " + owner);
      }
      if (!party.isEmpty()) {
        askers.add("party " + party);
      }
      return askers;
    }

    /** Whether no other request can have the same owner. */
    boolean isOwnerNew() {
      return owner.isEmpty();
    }
  }

  private final ClientContext hub;
  private final Supplier<ClientSession> session;
  private final Wish wish;
  private final CompletableFuture<HoldHandle> result = new CompletableFuture<>();
  private final long startedNanos = System.nanoTime();
  private long askedNanos;
  private @Nullable ClientSession asked;
  private @Nullable Ask ask;
  private ClientLoop.Timer timer = () -> {};

  /** A new one; nothing is done yet. */
  public Acquisition(ClientContext hub, Supplier<ClientSession> session, Wish wish) {
    this.hub = hub;
    this.session = session;
    this.wish = wish;
  }

  /** Completed on the loop. */
  CompletableFuture<HoldHandle> result() {
    return result;
  }

  /** Any thread. */
  public void start() {
    if (!hub.loop().offer(this::begin)) {
      CallerFutures.failClosed(result);
    }
  }

  /** Any thread: nobody wants it any more. */
  void giveUp() {
    hub.loop().execute(this::withdraw);
  }

  private void begin() {
    hub.meters().asked();
    try {
      ClientSession chosen = session.get();
      asked = chosen;
      chosen.withPart(wish.targets.get(0).key(), this);
    } catch (RuntimeException bug) {
      result.completeExceptionally(bug);
      throw bug;
    }
    // Most have asked by now, and have the timer that they need for that.
    if (!result.isDone() && (ask == null || wish.waitMillis == 0)) {
      timer = hub.loop().after(Math.min(hub.timeout().toNanos(), waitNanos()), this::noAnswer);
    }
  }

  // ------------------------------------------------------------------------ up to the ask

  @Override
  public void open(SessionPart part) {
    if (!result.isDone() && part.isClear(wish.askers(), this)) {
      ask(part);
    }
  }

  @Override
  public void notOpened(Error error) {
    fail(() -> ErrorMapping.of(error));
  }

  @Override
  public void sessionOver(Loss loss) {
    fail(() -> new SessionLostException(loss, "the session is over: " + loss.text()));
  }

  private void ask(SessionPart in) {
    if (result.isDone()) {
      return;
    }
    ServiceHold same = wish.isOwnerNew() ? null : in.holds().find(wish.owner, wish.targets);
    if (same != null && same.isHeld()) {
      succeed(same);
      return;
    }
    if (ask == null) {
      startWaiting();
    }
    Ask next = new Ask(in);
    ask = next;
    in.submit(next);
  }

  /** The time to wait counts from the first ask; how long that took is another matter. */
  private void startWaiting() {
    askedNanos = System.nanoTime();
    if (wish.waitMillis != 0) {
      timer.cancel();
    }
    if (wish.waitMillis > 0) {
      timer = hub.loop().after(waitNanos(), this::noAnswer);
    }
  }

  /** For so long it may wait, once it has asked. */
  private long waitNanos() {
    return wish.waitMillis > 0
        ? TimeUnit.MILLISECONDS.toNanos(wish.waitMillis) + GRACE_NANOS
        : Long.MAX_VALUE;
  }

  /** Whether the time to wait is not over. */
  private boolean mayWait() {
    return wish.waitMillis == FOREVER || waitedMillis() < wish.waitMillis;
  }

  private long waitedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedNanos);
  }

  // --------------------------------------------------------------------- how it may end

  private void succeed(ServiceHold held) {
    timer.cancel();
    HoldHandle handle = new HoldHandle(held, wish.extras);
    held.add(handle);
    hub.meters().granted(System.nanoTime() - startedNanos);
    handle.begin();
    if (!result.complete(handle)) {
      handle.giveBack();
    }
  }

  private void fail(Supplier<TenureException> why) {
    timer.cancel();
    hub.meters().notGranted();
    CallerFutures.fail(result, why);
  }

  private void withdraw() {
    timer.cancel();
    Ask present = ask;
    if (present != null && !present.isOver()) {
      present.part.withdraw(present, wish.askers());
    } else if (asked != null) {
      asked.forget(this);
    }
  }

  /** Only a request that no server can have taken has certainly not been granted. */
  private void noAnswer() {
    if (result.isDone()) {
      return;
    }
    Ask present = ask;
    boolean mayBeGranted = present != null && !present.isOver() && present.mayBeExecuted();
    String what = "%s: no answer within %s: %s".formatted(keys(), waited(), hub.router().trouble());
    withdraw();
    if (mayBeGranted) {
      fail(() -> new IndeterminateException(Reason.NO_ANSWER, what + "; " + MAY_BE_GRANTED, null));
    } else {
      fail(() -> new UnavailableException(Reason.NO_ANSWER, what + "; not requested", null));
    }
  }

  private List<String> keys() {
    return wish.targets.stream().map(Target::key).toList();
  }

  private String waited() {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis() + " ms";
  }

  // ------------------------------------------------------------------------- the request

  private final class Ask extends NumberedCall {
    /** Why it was withdrawn, if too many wait. */
    private @Nullable Error crowdedOut;

    Ask(SessionPart in) {
      super(in);
    }

    @Override
    protected void describe(Request.Builder request) {
      long number = numbered();
      AcquireRequest.Builder acquire =
          AcquireRequest.newBuilder()
              .setSession(part.id())
              .setRequest(number)
              .setAcknowledged(part.acknowledged(number))
              .setOwner(wish.owner)
              .setParty(wish.party)
              .setWaitMs(waitLeft());
      if (!wish.value.isEmpty()) {
        acquire.setValue(ByteString.copyFromUtf8(wish.value));
      }
      wish.targets.forEach(target -> acquire.addTargets(WireCodec.target(target)));
      request.setAcquire(acquire);
    }

    private long waitLeft() {
      return wish.waitMillis > 0 ? Math.max(1, wish.waitMillis - waitedMillis()) : wish.waitMillis;
    }

    @Override
    protected boolean replied(Reply reply) {
      AcquireReply answer = reply.getAcquire();
      switch (answer.getResultCase()) {
        case GRANTED -> {
          part.settled(this);
          granted(answer.getGranted());
        }
        case REFUSAL -> {
          part.settled(this);
          refused(answer.getRefusal());
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    /**
     * Nobody here withdraws what is still waited for. If it was withdrawn, then because its time
     * was up, at a leader that could not say so any more, or because this client was out of reach
     * with more requests than keep their places. What may wait on goes to the end of the queue.
     */
    private void refused(Refusal refusal) {
      Error tooMany = crowdedOut;
      if (isWithdrawn(refusal) && tooMany != null) {
        fail(() -> ErrorMapping.of(tooMany));
      } else if (isWithdrawn(refusal) && mayWait()) {
        ask(part);
      } else {
        fail(() -> exception(refusal));
      }
    }

    /** As the service labels one that is new with this request. */
    private String owner() {
      return wish.isOwnerNew() ? "#" + number() : wish.owner;
    }

    private void granted(Granted granted) {
      ServiceHold known = part.holds().find(granted.getToken());
      if (known != null && known.isHeld()) {
        succeed(known);
      } else if (granted.getAlreadyHeld()) {
        // It was, and is being released: what is asked for is a hold of its own.
        ask(part);
      } else {
        ServiceHold held = new ServiceHold(part, granted.getToken(), owner(), wish);
        part.holds().add(held);
        succeed(held);
      }
    }

    /** It is refused when the service has said so; what is granted before that is not refused. */
    @Override
    protected void crowdedOut(Error error) {
      crowdedOut = error;
      hub.router().submit(Withdrawal.unlessGranted(part, number()));
    }

    @Override
    protected void failed(Error error) {
      if (error.getRetry() == Retry.RETRY_INDETERMINATE) {
        part.withdraw(this, wish.askers());
      } else {
        part.settled(this);
      }
      fail(() -> ErrorMapping.of(error));
      part.refused(error);
    }

    @Override
    void sessionOver(Loss loss) {
      Acquisition.this.sessionOver(loss);
    }
  }

  /** Before it was granted. */
  private static boolean isWithdrawn(Refusal refusal) {
    return isEnded(refusal, EndCause.BY_WITHDRAWAL) && refusal.getToken() == 0;
  }

  private static boolean isEnded(Refusal refusal, EndCause cause) {
    return refusal.getKind() == Refusal.Kind.ENDED && refusal.getEndCause() == cause;
  }

  /** What the service tells of a wait that it has ended. */
  private TenureException exception(Refusal refusal) {
    if (isEnded(refusal, EndCause.BY_DEADLOCK)) {
      return new DeadlockException(refusal.getMessage(), List.of());
    } else if (isWithdrawn(refusal) && wish.waitMillis > 0) {
      return new TimedOutException(keys() + ": not granted within " + waited(), List.of(), 0);
    }
    return WireCodec.refusal(refusal);
  }

  /** For those who wait on a thread, whatever happens to it. */
  public HoldHandle awaitUninterruptibly() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return CallerFutures.await(result);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** For those who wait on a thread. */
  public HoldHandle await() throws InterruptedException {
    try {
      return CallerFutures.await(result);
    } catch (InterruptedException e) {
      abandon();
      throw e;
    }
  }

  /** Any thread: a hold that has just been granted is given back. */
  void abandon() {
    if (!result.cancel(false) && result.isDone() && !result.isCompletedExceptionally()) {
      result.join().giveBack();
    }
    giveUp();
  }

  /** For those who do not wait; cancelling it withdraws the request. */
  public <T> CompletableFuture<T> future(
      Executor executor, Function<HoldHandle, T> form, Consumer<T> unwanted) {
    return CallerFutures.handOver(result.thenApply(form), executor, unwanted, this::abandon);
  }
}
