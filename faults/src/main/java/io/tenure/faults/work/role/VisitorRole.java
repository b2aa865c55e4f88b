package io.tenure.faults.work.role;

import io.tenure.client.Session;
import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.RecordedLocks.Wish;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.resource.ResourceUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens a session, takes a few things, and closes it without having released anything. */
final class VisitorRole implements Role {
  private final ClientContext self;
  private final Sessions sessions;
  private final RecordedLocks locks;
  private final ResourceUse using;

  VisitorRole(ClientContext self, Sessions sessions) {
    this.self = self;
    this.sessions = sessions;
    this.locks = new RecordedLocks(self);
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(4);
    Session session = sessions.another();
    HeldGrant last = null;
    try {
      int holds = 1 + self.random().nextInt(3);
      for (int i = 0; i < holds && session.isLive(); i++) {
        Taste taste = self.chance(20) ? Taste.HOT : Taste.OWN;
        List<Target> targets = self.keys().choose(taste, self.shard(), self.name(), self.random());
        HeldGrant grip = locks.acquire(session, new Wish(targets, 500));
        if (grip != null) {
          last = grip;
          using.use(targets, grip.token(), grip::isGood);
        }
      }
    } finally {
      end(session, last);
    }
  }

  private void end(Session session, @Nullable HeldGrant last) throws InterruptedException {
    if (last == null) {
      var unused = session.closeAsync();
    } else {
      locks.close(session, last);
    }
  }
}
