package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.plain.PlainSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds things for long, by plain calls, each in a session that is kept alive through another node
 * for as long as that one acknowledges it. So whoever acknowledges wrongly is found out: the
 * session expires, and there is something in it whose end everybody sees.
 */
final class KeepingRole implements Role {
  private static final int LOOK_MILLIS = 1_000;

  private final ClientContext self;
  private final PlainCalls calls;
  private final @Nullable PlainSession[] sessions;
  private final long[] tokens;

  KeepingRole(ClientContext self, PlainCalls calls) {
    this.self = self;
    this.calls = calls;
    this.sessions = new @Nullable PlainSession[calls.nodes()];
    this.tokens = new long[calls.nodes()];
  }

  @Override
  public void step() throws InterruptedException {
    for (int node = 0; node < sessions.length && !self.stopping().getAsBoolean(); node++) {
      self.pacer().await(1);
      look(node);
    }
    self.linger(LOOK_MILLIS, () -> true);
  }

  private void look(int node) throws InterruptedException {
    PlainSession present = sessions[node];
    if (present == null || !present.isGood()) {
      tokens[node] = 0;
      present = PlainSession.open(self, calls.startingAt(node), true);
      sessions[node] = present;
    }
    if (present == null) {
      return;
    }
    if (tokens[node] == 0) {
      List<Target> targets =
          self.keys().choose(Taste.KEPT, self.shard(), self.name(), self.random());
      tokens[node] = present.acquire(targets, 0);
    } else if (self.chance(20)) {
      present.setValue(tokens[node]);
    } else if (self.chance(10)) {
      present.release(tokens[node]);
      tokens[node] = 0;
    }
  }

  @Override
  public void end() throws InterruptedException {
    for (PlainSession session : sessions) {
      if (session != null) {
        session.close();
      }
    }
  }
}
