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
 * A hold as the service has it. Several handles stand for it if its owner asked for the same again;
 * the last one to be released ends it. On the loop, except for the volatile fields.
 */
final class ServiceHold {
  private final SessionPart part;
  private final long token;
  private final String owner;

  /** Those that may not ask for more while it is being given back. */
  private final List<String> askers;

  private final List<Target> targets;
  private final Set<HoldHandle> handles = new LinkedHashSet<>(2); // Nearly always one.
  private volatile String value;
  private volatile @Nullable Loss loss;
  private boolean ended;
  private CompletableFuture<@Nullable Void> releasing = CompletableFuture.completedFuture(null);
  private boolean ending;

  ServiceHold(SessionPart part, long token, String owner, Acquisition.Wish wish) {
    this.part = part;
    this.token = token;
    this.owner = owner;
    this.askers = wish.askers();
    this.targets = wish.targets();
    this.value = wish.value();
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

  /** Any thread. */
  String value() {
    return value;
  }

  /** Any thread. */
  @Nullable Loss loss() {
    return loss;
  }

  /**
   * It was held for as long as one of its handles allows. That ends it for all of them, since
   * whoever nests them stands still with them: they are told, and then it is released. Until then
   * no other handle is given out, and the owner has to wait.
   */
  void heldTooLong() {
    if (ending || ended || loss != null) {
      return;
    }
    ending = true;
    part.hub().meters().holdLost(Loss.HELD_TOO_LONG);
    part.closeGates(askers);
    List<HoldHandle> all = List.copyOf(handles);
    part.hub().after(tell(all, Loss.HELD_TOO_LONG), () -> end(all));
  }

  private void end(List<HoldHandle> told) {
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    var unused = done.whenComplete((nothing, thrown) -> told.forEach(HoldHandle::isReleased));
    if (loss != null) {
      // It was lost before it came to that.
      ending = false;
      part.openGates(askers);
      done.complete(null);
    } else if (ended) {
      done.complete(null);
    } else {
      handles.clear();
      release(told.get(0), done);
    }
  }

  private static CompletableFuture<@Nullable Void> tell(List<HoldHandle> handles, Loss reason) {
    List<CompletableFuture<?>> telling = new ArrayList<>();
    handles.forEach(handle -> ClientLoop.runGuarded(() -> telling.add(handle.lost(reason))));
    return CompletableFuture.allOf(telling.toArray(CompletableFuture<?>[]::new));
  }

  /** Whether another handle may be given out for it. */
  boolean isHeld() {
    return !ended && !ending && loss == null && part.goodUntilNanos() - System.nanoTime() > 0;
  }

  void add(HoldHandle handle) {
    handles.add(handle);
  }

  /**
   * It is no longer held, against the will of its holder.
   *
   * @return completed when the listeners have been told
   */
  CompletableFuture<@Nullable Void> lose(Loss reason) {
    if (loss != null || ended) {
      return CompletableFuture.completedFuture(null);
    }
    loss = reason;
    part.holds().remove(this);
    if (!ending) {
      part.hub().meters().holdLost(reason);
    }
    List<HoldHandle> losers = List.copyOf(handles);
    handles.clear();
    return tell(losers, reason);
  }

  /** A handle is done with it. */
  void drop(HoldHandle handle, CompletableFuture<@Nullable Void> done) {
    boolean last = handles.remove(handle) && handles.isEmpty();
    if (loss == null && !ended && last) {
      release(handle, done);
      return;
    }
    // If it is being released already, it was held too long, and that is answered together.
    part.hub().after(CompletableFuture.allOf(handle.told(), releasing), () -> done.complete(null));
  }

  private void release(HoldHandle handle, CompletableFuture<@Nullable Void> done) {
    ended = true;
    releasing = done;
    part.holds().remove(this);
    if (ending) {
      var unused = done.whenComplete((nothing, thrown) -> part.openGates(askers));
    }
    part.submit(new Release(handle, done, false));
  }

  void setValue(String newValue, CompletableFuture<@Nullable Void> done) {
    Loss lost = loss;
    if (lost != null || ended) {
      String why = lost == null ? "it was released" : lost.text();
      CallerFutures.fail(
          done, () -> new RefusedException(Reason.NOT_HELD, "token " + token + ": " + why, null));
      return;
    }
    part.submit(new SetValue(newValue, done));
  }

  /** The service's word counts: whatever this client believed, it holds this no longer. */
  private void heard(Refusal refusal) {
    if (refusal.getNotHeld() == NotHeld.NO_LONGER_HELD) {
      var unused = lose(Loss.REVOKED);
    }
  }

  /** Something that is done to the hold. */
  private abstract class Deed extends NumberedCall {
    final CompletableFuture<@Nullable Void> done;

    Deed(CompletableFuture<@Nullable Void> done) {
      super(ServiceHold.this.part);
      this.done = done;
    }

    @Override
    protected void failed(Error error) {
      part.settled(this);
      part.refused(error);
      CallerFutures.fail(done, () -> ErrorMapping.of(error));
    }
  }

  private final class Release extends Deed {
    private final HoldHandle handle;

    /** Whether the service has forgotten what it answered to another release of this hold. */
    private final boolean isSecond;

    Release(HoldHandle handle, CompletableFuture<@Nullable Void> done, boolean isSecond) {
      super(done);
      this.handle = handle;
      this.isSecond = isSecond;
    }

    @Override
    protected Lane lane() {
      return Lane.GIVE_BACK;
    }

    @Override
    protected void describe(Request.Builder request) {
      long number = numbered();
      request.setRelease(
          ReleaseRequest.newBuilder()
              .setSession(part.id())
              .setRequest(number)
              .setAcknowledged(part.acknowledged(number))
              .setToken(token));
    }

    @Override
    protected boolean replied(Reply reply) {
      part.settled(this);
      boolean isGone = reply.getRelease().getRefusal().getNotHeld() == NotHeld.NO_LONGER_HELD;
      if (isGone && !isSecond) { // Else it was most likely the first one that ended it.
        if (!ending) {
          part.hub().meters().holdLost(Loss.REVOKED);
        }
        overAs(Loss.REVOKED);
      } else {
        if (!ending) {
          part.hub().meters().released();
        }
        done.complete(null);
      }
      return true;
    }

    @Override
    protected void failed(Error error) {
      if (error.getReason() == io.tenure.protocol.v1.Reason.SESSION_UNKNOWN) {
        part.settled(this);
        part.refused(error);
        overAs(Loss.SESSION_EXPIRED);
      } else if (error.getReason() == io.tenure.protocol.v1.Reason.REQUEST_FORGOTTEN && !isSecond) {
        // Perhaps it was never executed. By its token a hold can be released again.
        part.settled(this);
        part.submit(new Release(handle, done, true));
      } else {
        super.failed(error);
      }
    }

    @Override
    void sessionOver(Loss why) {
      overAs(why);
    }

    /** If it was lost while its holder believed in it, that is told before the release is over. */
    private void overAs(Loss why) {
      part.hub().after(handle.lost(why), () -> done.complete(null));
    }
  }

  private final class SetValue extends Deed {
    private final String newValue;

    SetValue(String newValue, CompletableFuture<@Nullable Void> done) {
      super(done);
      this.newValue = newValue;
    }

    @Override
    protected void describe(Request.Builder request) {
      long number = numbered();
      request.setSetValue(
          SetValueRequest.newBuilder()
              .setSession(part.id())
              .setRequest(number)
              .setAcknowledged(part.acknowledged(number))
              .setToken(token)
              .setValue(ByteString.copyFromUtf8(newValue)));
    }

    @Override
    protected boolean replied(Reply reply) {
      part.settled(this);
      if (reply.getSetValue().hasRefusal()) {
        Refusal refusal = reply.getSetValue().getRefusal();
        heard(refusal);
        CallerFutures.fail(done, () -> WireCodec.refusal(refusal));
      } else {
        value = newValue;
        done.complete(null);
      }
      return true;
    }

    @Override
    void sessionOver(Loss why) {
      CallerFutures.fail(done, () -> new SessionLostException(why, why.text()));
    }
  }
}
