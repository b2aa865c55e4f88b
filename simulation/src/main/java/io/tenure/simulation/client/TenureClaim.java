package io.tenure.simulation.client;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A claim in a session of Tenure. While it is queued the leader pushes what happens; because a push
 * can get lost with its leader, the client also asks again now and then, under the same number.
 */
final class TenureClaim extends Claim {
  private static final long MIN_POLL_INTERVAL = Time.millis(500);
  private static final long MAX_POLL_INTERVAL = Time.millis(1_000);

  private final ClientSession session;
  private final Command.AcquireLock acquire;
  private Command.@Nullable ConvertHold conversion;
  private @Nullable Call call;
  private @Nullable Timer pollTimer;

  TenureClaim(ClientSession session, Command.AcquireLock acquire, ClaimListener listener) {
    super(session.client(), acquire.owner(), acquire.targets(), listener);
    this.session = session;
    this.acquire = acquire;
  }

  RequestId request() {
    return acquire.request();
  }

  boolean isAbout(RequestId number) {
    return acquire.request().equals(number)
        || (conversion != null && conversion.request().equals(number));
  }

  // Waiting.

  void begin() {
    send(acquire, this::onAnswer);
  }

  private void onAnswer(Outcome outcome) {
    if (isOver() || isHeld()) {
      return;
    }
    if (outcome instanceof Outcome.Granted granted) {
      onGranted(granted.token());
    } else if (outcome instanceof Outcome.Queued) {
      pollTimer = later(() -> send(acquire, this::onAnswer));
    } else if (outcome instanceof Outcome.SessionUnknown) {
      session.lose();
    } else {
      stopAsking();
      session.answered(acquire.request());
      end();
      listener().refused(outcome.toString());
    }
  }

  private void onGranted(long token) {
    stopAsking();
    if (session.isGood()) {
      session.answered(acquire.request());
      becomeHolder(holdOf(token, acquire.targets()));
      listener().granted();
    } else {
      session.lose();
    }
  }

  @Override
  public void giveUp() {
    if (isHeld()) {
      release();
    }
    if (isOver()) {
      return;
    }
    stopAsking();
    end();
    RequestId request = acquire.request();
    Command withdraw = new Command.WithdrawRequest(request, session.acknowledged(), true);
    session.client().call(withdraw, outcome -> settle(request, outcome));
  }

  // Holding.

  @Override
  public void release() {
    if (!isHeld()) {
      return;
    }
    long token = hold().token();
    stopAsking();
    end();
    if (conversion == null) {
      release(token);
      return;
    }
    // The upgrade may have happened, and then the hold has a token that is not known here.
    RequestId request = conversion.request();
    Command withdraw = new Command.WithdrawRequest(request, session.acknowledged(), false);
    session
        .client()
        .call(
            withdraw,
            outcome -> {
              settle(request, outcome);
              if (!(outcome instanceof Outcome.SessionUnknown)) {
                release(outcome instanceof Outcome.Converted c ? c.token() : token);
              }
            });
  }

  private void release(long token) {
    RequestId request = session.nextRequest();
    Command release = new Command.ReleaseLock(request, session.acknowledged(), token);
    session.client().call(release, outcome -> settle(request, outcome));
  }

  @Override
  public void setValue(Value value) {
    RequestId request = session.nextRequest();
    Command set = new Command.SetValue(request, session.acknowledged(), hold().token(), value);
    session.client().call(set, outcome -> settle(request, outcome));
  }

  @Override
  public void convert(Mode mode) {
    Hold hold = hold();
    if (!session.isGood()) {
      session.lose();
      return;
    }
    RequestId request = session.nextRequest();
    Command.ConvertHold convert =
        new Command.ConvertHold(request, session.acknowledged(), hold.token(), mode, true);
    if (mode.equals(Mode.SHARED)) {
      // Others may be let in long before the answer is here.
      becomeHolder(holdOf(hold.token(), targetsIn(mode)));
    }
    conversion = convert;
    send(convert, this::onConversion);
  }

  private void onConversion(Outcome outcome) {
    Command.ConvertHold convert = conversion;
    if (isOver() || convert == null) {
      return;
    }
    if (outcome instanceof Outcome.Queued) {
      pollTimer = later(() -> send(convert, this::onConversion));
      return;
    }
    if (outcome instanceof Outcome.SessionUnknown || !session.isGood()) {
      session.lose();
      return;
    }
    stopAsking();
    conversion = null;
    session.answered(convert.request());
    if (outcome instanceof Outcome.Converted converted) {
      becomeHolder(holdOf(converted.token(), targetsIn(convert.mode())));
      listener().converted();
    } else if (outcome instanceof Outcome.NotHeld) {
      end();
      listener().lost();
    } else {
      listener().conversionRefused(outcome.toString());
    }
  }

  // What was not asked for.

  void onPushed(Event.Granted granted) {
    long token = granted.hold().token();
    if (granted.cause() == Event.GrantCause.WAITED) {
      onPushed(new Outcome.Granted(token), acquire.request());
    } else if (conversion != null && granted.replaced() == conversion.token()) {
      onPushed(new Outcome.Converted(token), conversion.request());
    }
  }

  void onPushed(Outcome outcome, RequestId about) {
    client().world().trace().told(client(), about, outcome);
    if (about.equals(acquire.request())) {
      onAnswer(outcome);
    } else {
      onConversion(outcome);
    }
  }

  void onRevoked() {
    if (!isHeld()) {
      return;
    }
    stopAsking();
    if (conversion != null) {
      session.answered(conversion.request());
    }
    end();
    listener().lost();
  }

  /** Called after {@link #die}. */
  void onSessionOver() {
    listener().lost();
  }

  void die() {
    stopAsking();
    finish();
  }

  private void end() {
    finish();
    session.forget(this);
  }

  // Calls.

  private void settle(RequestId request, Outcome outcome) {
    if (outcome instanceof Outcome.SessionUnknown) {
      session.lose();
    } else {
      session.answered(request);
    }
  }

  private void send(Command command, Consumer<Outcome> answer) {
    call =
        session
            .client()
            .call(
                command,
                outcome -> {
                  call = null;
                  answer.accept(outcome);
                });
  }

  private Timer later(Runnable action) {
    return client()
        .after(client().world().dice().between(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL), action);
  }

  private void stopAsking() {
    if (call != null) {
      session.client().cancel(call);
      call = null;
    }
    if (pollTimer != null) {
      pollTimer.cancel();
      pollTimer = null;
    }
  }

  private Hold holdOf(long token, List<Target> targets) {
    OwnerId owner = new OwnerId(acquire.request().session(), acquire.owner());
    return new Hold(token, owner, acquire.request(), targets, acquire.value());
  }

  private List<Target> targetsIn(Mode mode) {
    return acquire.targets().stream()
        .map(target -> new Target(target.key(), mode, target.scope()))
        .toList();
  }
}
