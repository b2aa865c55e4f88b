package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.client.Tenure;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.resource.ResourceUse;
import java.time.Duration;
import java.util.List;

/** Stands for an election, leads for a while, proclaims something, and resigns. */
final class ElectionRole implements Role {
  private final ClientContext self;
  private final Tenure tenure;
  private final RecordedLocks locks;
  private final ResourceUse using;

  ElectionRole(ClientContext self, Tenure tenure) {
    this.self = self;
    this.tenure = tenure;
    this.locks = new RecordedLocks(self);
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(3);
    String key = self.keys().election(self.shard());
    Duration limit = Duration.ofMillis(200 + self.random().nextInt(3_000));
    HeldGrant grip = locks.campaign(tenure.election(key), key, limit);
    if (grip == null) {
      return;
    }
    try {
      if (self.chance(50)) {
        locks.setValue(grip);
      }
      using.use(List.of(Target.exclusive(key)), grip.token(), grip::isGood);
    } finally {
      locks.release(grip);
    }
  }
}
