package io.tenure.client;

import com.google.protobuf.ByteString;
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
final class Held {
  private final SessionPart part;
  private final long token;
  private final String owner;
  private final List<Target> targets;
  private final Set<Hold> handles = new LinkedHashSet<>();
  private volatile String value;
  private volatile @Nullable Loss loss;
  private boolean ended;
  private boolean ending;

  Held(SessionPart part, long token, Acquisition.Wish wish) {
    this.part = part;
    this.token = token;
    this.owner = wish.owner();
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
   * The last handle that is good for anything is over: no other is given out, and the owner has to
   * wait until this is released.
   */
  void endingBy(Hold handle) {
    if (!ending && handles.size() == 1 && handles.contains(handle)) {
      ending = true;
      part.closeGate(owner);
    }
  }

  /** Whether another handle may be given out for it. */
  boolean isHeld() {
    return !ended && !ending && loss == null && part.goodUntilNanos() - System.nanoTime() > 0;
  }

  void add(Hold handle) {
    handles.add(handle);
  }

  /** It is no longer held, against the will of its holder. */
  void lose(Loss reason) {
    if (loss != null || ended) {
      return;
    }
    loss = reason;
    part.remove(this);
    part.hub().meters().holdLost(reason);
    List<Hold> losers = new ArrayList<>(handles);
    handles.clear();
    losers.forEach(handle -> handle.lost(reason));
  }

  /** A handle is done with it. */
  void drop(Hold handle, CompletableFuture<@Nullable Void> done) {
    boolean last = handles.remove(handle) && handles.isEmpty();
    if (loss == null && !ended && last) {
      release(done);
      return;
    }
    if (ending && !ended) {
      // It was lost before it came to that.
      ending = false;
      part.openGate(owner);
    }
    done.complete(null);
  }

  private void release(CompletableFuture<@Nullable Void> done) {
    ended = true;
    part.remove(this);
    if (ending) {
      var unused = done.whenComplete((nothing, thrown) -> part.openGate(owner));
    }
    part.submit(new Release(done));
  }

  void setValue(String newValue, CompletableFuture<@Nullable Void> done) {
    Loss lost = loss;
    if (lost != null || ended) {
      String why = lost == null ? "it was released" : lost.text();
      Futures.fail(
          done, () -> new RefusedException(Reason.NOT_HELD, "token " + token + ": " + why, null));
      return;
    }
    part.submit(new SetValue(newValue, done));
  }

  /** The service's word counts: whatever this client believed, it holds this no longer. */
  private void heard(Refusal refusal) {
    if (refusal.getNotHeld() == NotHeld.NO_LONGER_HELD) {
      lose(Loss.REVOKED);
    }
  }

  /** Something that is done to the hold. */
  private abstract class Deed extends NumberedCall {
    final CompletableFuture<@Nullable Void> done;

    Deed(CompletableFuture<@Nullable Void> done) {
      super(Held.this.part);
      this.done = done;
    }

    @Override
    protected final void failed(Error error) {
      part.settled(this);
      part.refused(error);
      Futures.fail(done, () -> Errors.of(error));
    }
  }

  private final class Release extends Deed {
    Release(CompletableFuture<@Nullable Void> done) {
      super(done);
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

    /** A refusal says that it was not held any more: so it need not be released. */
    @Override
    protected boolean replied(Reply reply) {
      part.settled(this);
      part.hub().meters().released();
      done.complete(null);
      return true;
    }

    @Override
    void sessionOver(Loss why) {
      done.complete(null);
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
        Futures.fail(done, () -> Wire.refusal(refusal));
      } else {
        value = newValue;
        done.complete(null);
      }
      return true;
    }

    @Override
    void sessionOver(Loss why) {
      Futures.fail(done, () -> new SessionLostException(why, why.text()));
    }
  }
}
