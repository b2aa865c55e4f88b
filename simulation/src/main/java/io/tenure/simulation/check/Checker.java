package io.tenure.simulation.check;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Verifies the guarantees at every event, and stops at the first violation. */
public final class Checker implements Trace {
  private final CheckCounts counts = new CheckCounts();
  private final ClockSanity clockSanity = new ClockSanity();
  private final TokenLedger tokens = new TokenLedger(counts);
  private final HoldLedger holds = new HoldLedger(counts);
  private final SessionLedger sessions = new SessionLedger(counts, clockSanity);
  private final AnswerLedger answers = new AnswerLedger(counts, holds, sessions);
  private final HolderLedger beliefs = new HolderLedger(counts, holds, clockSanity);
  private final ResourceLedger resources = new ResourceLedger(counts, holds);
  private final ReplicaLedger replicas = new ReplicaLedger(counts);

  public CheckCounts counts() {
    return counts;
  }

  /** What is held at present, according to the history. */
  public Collection<Hold> held() {
    return holds.live();
  }

  @Override
  public void clockRate(Node node, double rate) {
    clockSanity.clockRate(node, rate);
  }

  @Override
  public void elected(Node server, long term) {
    clockSanity.elected(server);
  }

  @Override
  public void applied(
      Node server, long index, @Nullable Command command, @Nullable Applied applied) {
    replicas.applied(server, index, command, applied);
  }

  @Override
  public void happened(Node server, Event event) {
    if (event instanceof Event.Granted granted) {
      tokens.granted(granted.hold());
    }
    answers.happened(event);
    holds.happened(event);
    if (event instanceof Event.Granted granted) {
      beliefs.granted(granted.hold());
    } else if (event instanceof Event.Released released && released.cause() == EndCause.REVOKED) {
      beliefs.revoked(released.hold());
    }
  }

  @Override
  public void committed(Node server, long index, Command command, Applied applied) {
    sessions.committed(server.world().now(), command, applied.outcome());
    answers.committed(command, applied.outcome());
  }

  @Override
  public void snapshotTaken(Node server, long index, byte[] bytes) {
    replicas.snapshotTaken(server, index, bytes);
  }

  @Override
  public void keepAliveAcknowledged(Node server, SessionId session, long receivedAt) {
    sessions.keepAliveAcknowledged(session, receivedAt);
  }

  @Override
  public void told(Node client, RequestId request, Outcome outcome) {
    answers.told(client, request, outcome);
  }

  @Override
  public void becameHolder(Node client, Hold hold) {
    beliefs.becameHolder(client, hold);
  }

  @Override
  public void believesNoMore(Node client, Hold hold) {
    beliefs.believesNoMore(client, hold);
  }

  @Override
  public void writeAccepted(Node resource, Node client, Hold hold) {
    resources.writeAccepted(resource, client, hold);
  }

  @Override
  public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    resources.writeRejected(resource, client, hold, highestSeen);
  }
}
