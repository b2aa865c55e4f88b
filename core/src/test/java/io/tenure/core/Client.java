package io.tenure.core;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.List;

/** A session that numbers its requests by itself, for tests that are not about numbers. */
public final class Client {
  private final LockState state;
  private final SessionId session;
  private long lastNumber;

  public Client(LockState state, long nonce) {
    this.state = state;
    Outcome outcome = state.apply(new OpenSession(nonce, 5_000, "client " + nonce)).outcome();
    session = ((Outcome.SessionOpened) outcome).session();
  }

  public SessionId session() {
    return session;
  }

  /** The token, or the arrival if it has to wait. */
  public long acquire(Target... targets) {
    RequestId request = next();
    Outcome outcome =
        state
            .apply(new AcquireLock(request, 0, "main", List.of(targets), true, Value.NONE))
            .outcome();
    return outcome instanceof Outcome.Granted granted
        ? granted.token()
        : ((Outcome.Queued) outcome).arrival();
  }

  /** The arrival of an upgrade that has to wait. */
  public long awaitUpgrade(long token) {
    Outcome outcome =
        state.apply(new ConvertHold(next(), 0, token, Mode.EXCLUSIVE, true)).outcome();
    return ((Outcome.Queued) outcome).arrival();
  }

  public void release(long token) {
    state.apply(new ReleaseLock(next(), 0, token));
  }

  private RequestId next() {
    return new RequestId(session, ++lastNumber);
  }
}
