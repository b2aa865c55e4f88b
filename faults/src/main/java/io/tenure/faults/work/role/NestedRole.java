package io.tenure.faults.work.role;

import io.tenure.client.Session;
import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.RecordedLocks.Wish;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.resource.ResourceUse;
import java.util.List;

/** Holds one thing and asks for another, so that several who do may wait in a circle. */
final class NestedRole implements Role {
  private final ClientContext self;
  private final Sessions sessions;
  private final RecordedLocks locks;
  private final ResourceUse using;
  private long steps;

  NestedRole(ClientContext self, Sessions sessions) {
    this.self = self;
    this.sessions = sessions;
    this.locks = new RecordedLocks(self);
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(4);
    Session session = sessions.current();
    List<Target> targets = self.keys().nested(self.shard(), self.random());
    String owner = self.name() + "-" + ++steps;
    HeldGrant outer = locks.acquire(session, new Wish(targets.subList(0, 1), 1_000, owner));
    if (outer == null) {
      return;
    }
    try {
      HeldGrant inner = locks.acquire(session, new Wish(targets.subList(1, 2), 3_000, owner));
      if (inner != null) {
        useBoth(targets, inner);
      }
    } finally {
      locks.release(outer);
    }
  }

  private void useBoth(List<Target> targets, HeldGrant inner) throws InterruptedException {
    try {
      using.use(targets.subList(1, 2), inner.token(), inner::isGood);
    } finally {
      locks.release(inner);
    }
  }

  @Override
  public void end() {
    sessions.end();
  }
}
