package io.tenure.simulation.cluster;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import java.util.HashMap;
import java.util.Map;

/**
 * Who waits for what at a leader: the calls whose commands are in the log but not executed yet, and
 * the clients that want to hear what becomes of their queued requests. All of it dies with the
 * leadership; the clients ask again.
 */
final class Answers {
  private record Expected(Caller client, long call) {}

  private final Server server;
  private final Map<Long, Expected> expected = new HashMap<>();
  private final Map<SessionId, Caller> connections = new HashMap<>();

  Answers(Server server) {
    this.server = server;
  }

  void expect(long index, Caller client, long call) {
    expected.put(index, new Expected(client, call));
  }

  void connect(SessionId session, Caller client) {
    connections.put(session, client);
  }

  void disconnect(SessionId session) {
    connections.remove(session);
  }

  void send(Caller client, long call, Outcome outcome) {
    server.world().network().send(server, client, c -> c.answered(call, outcome));
  }

  void onApplied(long index, Command command, Applied applied) {
    Expected waiting = expected.remove(index);
    if (waiting != null) {
      if (command instanceof Command.Numbered numbered) {
        connect(numbered.request().session(), waiting.client());
      }
      send(waiting.client(), waiting.call(), applied.outcome());
    }
    for (Event event : applied.events()) {
      push(event);
    }
  }

  /** Lets a client know what it did not just ask for. */
  private void push(Event event) {
    if (event instanceof Event.Granted granted && granted.cause() != Event.GrantCause.ASKED) {
      push(granted.hold().request().session(), event);
    } else if (event instanceof Event.Withdrawn withdrawn
        && withdrawn.cause() == Event.EndCause.DEADLOCK) {
      push(withdrawn.request().request().session(), event);
    } else if (event instanceof Event.Released released
        && released.cause() == Event.EndCause.REVOKED) {
      push(released.hold().request().session(), event);
    }
  }

  private void push(SessionId session, Event event) {
    Caller client = connections.get(session);
    if (client != null) {
      server.world().network().send(server, client, c -> c.heard(event));
    }
  }
}
