package io.tenure.core;

import io.tenure.core.Command.AcquireLock;
import io.tenure.core.Command.ConvertHold;
import io.tenure.core.Command.OpenSession;
import io.tenure.core.Command.ReleaseLock;
import java.util.List;

/** A session that numbers its requests by itself, for tests that are not about numbers. */
final class Client {
  private final LockState state;
  private final SessionId session;
  private long lastNumber;

  Client(LockState state, long nonce) {
    this.state = state;
    Outcome outcome = state.apply(new OpenSession(nonce, 5_000, "client " + nonce)).outcome();
    session = ((Outcome.SessionOpened) outcome).session();
  }

  SessionId session() {
    return session;
  }

  /** The token, or the arrival if it has to wait. */
  long acquire(Target... targets) {
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
  long awaitUpgrade(long token) {
    Outcome outcome =
        state.apply(new ConvertHold(next(), 0, token, Mode.EXCLUSIVE, true)).outcome();
    return ((Outcome.Queued) outcome).arrival();
  }

  void release(long token) {
    state.apply(new ReleaseLock(next(), 0, token));
  }

  private RequestId next() {
    return new RequestId(session, ++lastNumber);
  }
}
