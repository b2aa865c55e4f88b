package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.plain.PlainSession;
import java.util.List;

/** Takes something in a session that it never keeps alive, as a program that dies does. */
final class AbandoningRole implements Role {
  private final ClientContext self;
  private final PlainCalls calls;

  AbandoningRole(ClientContext self, PlainCalls calls) {
    this.self = self;
    this.calls = calls;
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(3);
    PlainSession session = PlainSession.open(self, calls, false);
    if (session == null) {
      return;
    }
    Taste taste = self.chance(10) ? Taste.HOT : Taste.OWN;
    List<Target> targets = self.keys().choose(taste, self.shard(), self.name(), self.random());
    session.acquire(targets, 0);
    session.abandon();
    self.linger(1_000 + self.random().nextInt(4_000), () -> true);
  }
}
