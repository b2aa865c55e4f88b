package io.tenure.server.api.encode;

import io.tenure.core.model.Hold;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.WaiterView;
import io.tenure.server.api.shard.ShardParts;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who holds and waits at a key, with what only this node knows: names, and times. A view names as
 * many as fit in a bounded message, and counts the rest.
 */
public final class KeyViewEncoder {
  /** For the holds of a key, and again for its waiters. */
  private static final int MAX_BYTES = 256 << 10;

  private final ShardParts parts;
  private final Function<SessionId, @Nullable Session> sessions;

  /**
   * Views of one state.
   *
   * @param sessions how to find a session in it
   */
  public KeyViewEncoder(ShardParts parts, Function<SessionId, @Nullable Session> sessions) {
    this.parts = parts;
    this.sessions = sessions;
  }

  public KeyView view(KeyStanding standing) {
    KeyView.Builder view =
        KeyView.newBuilder()
            .setKey(standing.key().path())
            .setHolding(standing.holds().size())
            .setWaiting(standing.waiting());
    int bytes = 0;
    for (Hold hold : standing.holds()) {
      HoldView wire = hold(hold);
      bytes += wire.getSerializedSize();
      if (bytes > MAX_BYTES) {
        break;
      }
      view.addHolds(wire);
    }
    bytes = 0;
    for (WaitingRequest waiter : standing.waiters()) {
      WaiterView wire = waiter(waiter);
      bytes += wire.getSerializedSize();
      if (bytes > MAX_BYTES) {
        break;
      }
      view.addWaiters(wire);
    }
    return view.build();
  }

  public HoldView hold(Hold hold) {
    SessionId session = hold.owner().session();
    HoldView.Builder wire =
        HoldView.newBuilder()
            .setToken(hold.token())
            .setSession(parts.wire(session))
            .setOwner(hold.owner().label())
            .setClientName(clientName(session))
            .addAllTargets(WireEncoder.targets(hold.targets()))
            .setValue(WireEncoder.value(hold.value()))
            .setRequest(hold.request().number());
    parts.sessions().remainingMillis(session).ifPresent(wire::setRemainingMs);
    return wire.build();
  }

  private WaiterView waiter(WaitingRequest waiter) {
    SessionId session = waiter.owner().session();
    return WaiterView.newBuilder()
        .setSession(parts.wire(session))
        .setOwner(waiter.owner().label())
        .setClientName(clientName(session))
        .addAllTargets(WireEncoder.targets(waiter.targets()))
        .setArrival(waiter.arrival())
        .setRequest(waiter.request().number())
        .setUpgradeOf(waiter.upgradeOf())
        .setWaitingMs(parts.waiting().waitingMillis(waiter.request()))
        .build();
  }

  private String clientName(SessionId id) {
    Session session = sessions.apply(id);
    return session == null ? "" : session.clientName();
  }
}
