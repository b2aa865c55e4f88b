package io.tenure.client.internal.session;

import com.google.protobuf.ByteString;
import io.tenure.client.Loss;
import io.tenure.client.Target;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.SetValueRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A hold as the service knows it. It has several handles if its owner acquired the same targets
 * again; releasing the last handle releases the hold.
 *
 * <table>
 * <caption>State transitions</caption>
 * <tr><th>from</th><th>event</th><th>to</th></tr>
 * <tr><td>HELD</td><td>a handle was held for its limit</td><td>LIMIT_REACHED</td></tr>
 * <tr><td>HELD, LIMIT_REACHED</td><td>the last handle is released</td><td>RELEASED</td></tr>
 * <tr><td>LIMIT_REACHED</td><td>all listeners were notified</td><td>RELEASED</td></tr>
 * <tr><td>HELD, LIMIT_REACHED</td><td>revoked, or the session is over</td><td>LOST</td></tr>
 * </table>
 *
 * <p>On the loop, except for the volatile fields.
 */
final class ServiceHold {
  private enum State {
    HELD,
    /** Its handles are lost and their listeners are being notified; then it is released. */
    LIMIT_REACHED,
    /** The release has been sent. */
    RELEASED,
    LOST
  }

  private final SessionPart part;
  private final long token;
  private final String owner;

  /** See {@link OwnerGates}: they send no new request while this is released for its limit. */
  private final List<String> sharedNames;

  private final List<Target> targets;
  private final Set<HoldHandle> handles = new LinkedHashSet<>(2); // Nearly always one.
  private volatile String value;

  /** Set exactly when the state becomes LOST. */
  private volatile @Nullable Loss loss;

  private State state = State.HELD;

  /** Whether it has ever been in LIMIT_REACHED: its loss is counted and its gates are closed. */
  private boolean limitReached;

  private CompletableFuture<@Nullable Void> releasing = CompletableFuture.completedFuture(null);

  ServiceHold(SessionPart part, long token, String owner, LockSpec spec) {
    this.part = part;
    this.token = token;
    this.owner = owner;
    this.sharedNames = spec.sharedNames();
    this.targets = spec.targets();
    this.value = spec.value();
  }

  long token() {
    return token;
  }

  String owner() {
    return owner;
  }

  List<Target> targets() {
    return targets;
  }

  SessionPart part() {
    return part;
  }

  /** Any thread. As far as the service has confirmed it. */
  String value() {
    return value;
  }

  /** Any thread. */
  @Nullable Loss loss() {
    return loss;
  }

  /** Whether another handle may be given out for it. */
  boolean isHeld() {
    return state == State.HELD && part.goodUntilNanos() - System.nanoTime() > 0;
  }

  private boolean isOver() {
    return state == State.RELEASED || state == State.LOST;
  }

  void add(HoldHandle handle) {
    handles.add(handle);
  }

  // ------------------------------------------------------------------------- the hold limit

  /**
   * One handle was held for as long as its limit allows. That ends all handles, because nested
   * handles are used by the same hung task. Their listeners are notified first. Until the release
   * is answered no other handle is given out, and the owner sends no new request.
   */
  void onLimitReached() {
    if (state != State.HELD) {
      return;
    }
    state = State.LIMIT_REACHED;
    limitReached = true;
    part.context().meters().holdLost(Loss.HELD_TOO_LONG);
    part.closeGates(sharedNames);
    List<HoldHandle> all = List.copyOf(handles);
    part.context().whenDone(lose(all, Loss.HELD_TOO_LONG), () -> releaseAfterLimit(all));
  }

  private void releaseAfterLimit(List<HoldHandle> lost) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    var unused = done.whenComplete((nothing, thrown) -> lost.forEach(HoldHandle::markReleased));
    switch (state) {
      case LIMIT_REACHED -> {
        handles.clear();
        submitRelease(lost.get(0), done);
      }
      case LOST -> {
        part.openGates(sharedNames);
        done.complete(null);
      }
      default -> done.complete(null);
    }
  }

  private static CompletableFuture<@Nullable Void> lose(List<HoldHandle> handles, Loss reason) {
    List<CompletableFuture<?>> notified = new ArrayList<>();
    handles.forEach(handle -> ClientLoop.runGuarded(() -> notified.add(handle.lose(reason))));
    return CompletableFuture.allOf(notified.toArray(CompletableFuture<?>[]::new));
  }

  // ------------------------------------------------------------------------------ its end

  /**
   * The hold has ended, or may end at any time, without having been released.
   *
   * @return completed when the listeners have returned, or have had their time
   */
  CompletableFuture<@Nullable Void> lose(Loss reason) {
    if (isOver()) {
      return CompletableFuture.completedFuture(null);
    }
    state = State.LOST;
    loss = reason;
    part.holds().remove(this);
    if (!limitReached) {
      part.context().meters().holdLost(reason);
    }
    List<HoldHandle> lost = List.copyOf(handles);
    handles.clear();
    return lose(lost, reason);
  }

  /** Releases a handle, and with the last one the hold. */
  void release(HoldHandle handle, CompletableFuture<@Nullable Void> done) {
    boolean last = handles.remove(handle) && handles.isEmpty();
    if (last && !isOver()) {
      submitRelease(handle, done);
      return;
    }
    // If its limit has ended it, this handle is released when the hold is.
    part.context()
        .whenDone(
            CompletableFuture.allOf(handle.listenersDone(), releasing), () -> done.complete(null));
  }

  private void submitRelease(HoldHandle handle, CompletableFuture<@Nullable Void> done) {
    state = State.RELEASED;
    releasing = done;
    part.holds().remove(this);
    if (limitReached) {
      var unused = done.whenComplete((nothing, thrown) -> part.openGates(sharedNames));
    }
    part.submit(new Release(handle, done, false));
  }

  void setValue(String newValue, CompletableFuture<@Nullable Void> done) {
    if (isOver()) {
      Loss lost = loss;
      String why = lost == null ? "it was released" : lost.text();
      CallerFutures.fail(
          done, () -> new RefusedException(Reason.NOT_HELD, "token " + token + ": " + why, null));
      return;
    }
    part.submit(new SetValue(newValue, done));
  }

  /** A numbered request about this hold. */
  private abstract class HoldCall extends NumberedCall {
    final CompletableFuture<@Nullable Void> done;

    HoldCall(Lane lane, CompletableFuture<@Nullable Void> done) {
      super(ServiceHold.this.part, lane);
      this.done = done;
    }

    @Override
    protected void onFailure(Error error) {
      part.settled(this);
      part.onRequestError(error);
      CallerFutures.fail(done, () -> ErrorMapping.of(error));
    }
  }

  private final class Release extends HoldCall {
    private final HoldHandle handle;

    /** Whether the service no longer knows what it answered to the first release. */
    private final boolean isSecond;

    Release(HoldHandle handle, CompletableFuture<@Nullable Void> done, boolean isSecond) {
      super(Lane.GIVE_BACK, done);
      this.handle = handle;
      this.isSecond = isSecond;
    }

    @Override
    protected void writeTo(Request.Builder request) {
      long number = assignNumber();
      request.setRelease(
          ReleaseRequest.newBuilder()
              .setSession(part.id())
              .setRequest(number)
              .setAcknowledged(part.acknowledged(number))
              .setToken(token));
    }

    @Override
    protected boolean onReply(Reply reply) {
      part.settled(this);
      boolean isGone = reply.getRelease().getRefusal().getNotHeld() == NotHeld.NO_LONGER_HELD;
      if (isGone && !isSecond) { // A second release finds what the first did.
        if (!limitReached) {
          part.context().meters().holdLost(Loss.REVOKED);
        }
        endAsLost(Loss.REVOKED);
      } else {
        if (!limitReached) {
          part.context().meters().released();
        }
        done.complete(null);
      }
      return true;
    }

    @Override
    protected void onFailure(Error error) {
      if (error.getReason() == io.tenure.protocol.v1.Reason.SESSION_UNKNOWN) {
        part.settled(this);
        part.onRequestError(error);
        endAsLost(Loss.SESSION_EXPIRED);
      } else if (error.getReason() == io.tenure.protocol.v1.Reason.REQUEST_FORGOTTEN && !isSecond) {
        // It may not have been executed. The token makes a second release safe.
        part.settled(this);
        part.submit(new Release(handle, done, true));
      } else {
        super.onFailure(error);
      }
    }

    @Override
    void onSessionEnd(Loss why) {
      endAsLost(why);
    }

    /** A hold that ended while its holder relied on it: listeners first, then the release. */
    private void endAsLost(Loss why) {
      part.context().whenDone(handle.lose(why), () -> done.complete(null));
    }
  }

  private final class SetValue extends HoldCall {
    private final String newValue;

    SetValue(String newValue, CompletableFuture<@Nullable Void> done) {
      super(Lane.ASK, done);
      this.newValue = newValue;
    }

    @Override
    protected void writeTo(Request.Builder request) {
      long number = assignNumber();
      request.setSetValue(
          SetValueRequest.newBuilder()
              .setSession(part.id())
              .setRequest(number)
              .setAcknowledged(part.acknowledged(number))
              .setToken(token)
              .setValue(ByteString.copyFromUtf8(newValue)));
    }

    @Override
    protected boolean onReply(Reply reply) {
      part.settled(this);
      if (reply.getSetValue().hasRefusal()) {
        Refusal refusal = reply.getSetValue().getRefusal();
        if (refusal.getNotHeld() == NotHeld.NO_LONGER_HELD) {
          var unused = lose(Loss.REVOKED); // What the service says counts.
        }
        CallerFutures.fail(done, () -> WireCodec.refusal(refusal));
      } else {
        value = newValue;
        done.complete(null);
      }
      return true;
    }

    @Override
    void onSessionEnd(Loss why) {
      CallerFutures.fail(done, () -> new SessionLostException(why, why.text()));
    }
  }
}
