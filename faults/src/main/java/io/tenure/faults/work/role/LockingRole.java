package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.RecordedLocks.Wish;
import io.tenure.faults.work.Sessions;
import io.tenure.faults.work.TimedInterrupt;
import io.tenure.faults.work.resource.ResourceUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Acquires, uses, releases: what most programs do. */
final class LockingRole implements Role {
  private final ClientContext self;
  private final Taste taste;
  private final Sessions sessions;
  private final RecordedLocks locks;
  private final ResourceUse using;
  private final Manner manner;

  /** How it asks. */
  enum Manner {
    /** It waits on its thread. */
    BLOCKING,
    /** It has a future, which it cancels now and then. */
    ASYNC,
    /** It waits on its thread, and then holds for several times the session's TTL. */
    LONG,
    /** It is interrupted now and then, and does not wait for long. */
    IMPATIENT
  }

  LockingRole(ClientContext self, Taste taste, Manner manner, Sessions sessions) {
    this.self = self;
    this.taste = taste;
    this.manner = manner;
    this.sessions = sessions;
    this.locks = new RecordedLocks(self);
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(2);
    List<Target> targets = self.keys().choose(taste, self.shard(), self.name(), self.random());
    HeldGrant grip = acquire(new Wish(targets, waitMillis()));
    if (grip == null) {
      return;
    }
    try {
      if (self.chance(15)) {
        locks.setValue(grip);
      }
      using.use(targets, grip.token(), grip::isGood, holdingMillis());
    } finally {
      locks.release(grip);
    }
  }

  private long holdingMillis() {
    return manner == Manner.LONG ? 4_000 + self.random().nextInt(10_000) : self.holdingMillis();
  }

  private long waitMillis() {
    if (manner == Manner.IMPATIENT && self.chance(80)) {
      return 1L + self.random().nextInt(40);
    }
    int chosen = self.random().nextInt(10);
    return chosen < 3 ? 0 : chosen < 9 ? 100 + self.random().nextInt(2_000) : -1;
  }

  private @Nullable HeldGrant acquire(Wish wish) throws InterruptedException {
    switch (manner) {
      case BLOCKING, LONG -> {
        return locks.acquire(sessions.current(), wish);
      }
      case ASYNC -> {
        long patience = self.chance(30) ? self.random().nextInt(20) : 20_000;
        return locks.acquireAsync(sessions.current(), wish, patience);
      }
      case IMPATIENT -> {
        if (self.chance(50)) {
          return locks.acquire(sessions.current(), wish);
        }
        try (TimedInterrupt interruption = TimedInterrupt.after(self.random().nextInt(30))) {
          return locks.acquire(sessions.current(), new Wish(wish.targets(), -1));
        }
      }
    }
    throw new IllegalStateException("unreachable");
  }

  @Override
  public void end() {
    sessions.end();
  }
}
