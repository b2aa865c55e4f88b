package io.tenure.faults.work.role;

import io.tenure.client.Candidacy;
import io.tenure.client.Leadership;
import io.tenure.client.Loss;
import io.tenure.client.Target;
import io.tenure.client.Tenure;
import io.tenure.faults.work.CallResults;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.Operations;
import io.tenure.faults.work.Operations.Mark;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.resource.ResourceUse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an election for good, and resigns now and then. The client stands again by itself, so
 * what is written down as one acquire may be several, all with the same value: the one that is
 * granted, and others before it that came to nothing. When it stands again nobody tells, but not
 * before it was elected: that is when the next acquire is written down as called.
 */
final class CandidacyRole implements Role {
  private final ClientContext self;
  private final Tenure tenure;
  private final RecordedLocks locks;
  private final ResourceUse using;
  private final String key;
  private final String value;
  private final AtomicReference<@Nullable Leadership> leads = new AtomicReference<>();
  private @Nullable Candidacy candidacy;
  private volatile long asked;

  CandidacyRole(ClientContext self, Tenure tenure) {
    this.self = self;
    this.tenure = tenure;
    this.locks = new RecordedLocks(self);
    this.using = new ResourceUse(self);
    this.key = self.keys().candidacy(self.shard());
    this.value = self.mark(self.recorder().next());
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(3);
    if (candidacy == null) {
      stand();
      candidacy = tenure.election(key).value(value).stand(this::elected, this::demoted);
    }
    Leadership leadership = leads.get();
    if (leadership == null) {
      self.linger(200, () -> leads.get() == null);
      return;
    }
    List<Target> targets = List.of(Target.exclusive(key));
    using.use(targets, leadership.token(), leadership::isValid);
    if (self.chance(60)) {
      // The demotion is told first, and the release comes after it.
      locks.release(
          new HeldGrant(
              leadership.token(), leadership::remaining, candidacy::resign, leadership::proclaim));
    }
  }

  private void stand() {
    asked = self.recorder().next();
    List<Target> targets = List.of(Target.exclusive(key));
    self.recorder()
        .invoked(
            asked, self.name(), Operations.acquire(self.shard(), "", targets, new Mark(value, -1)));
  }

  /** Told of one term at a time, and of the next only after {@link #demoted}. */
  private void elected(Leadership leadership) {
    long nanos = System.nanoTime();
    leads.set(leadership);
    self.recorder().returned(asked, CallResults.granted(leadership.token()), nanos);
    stand();
  }

  private void demoted(Loss loss) {
    Leadership lost = leads.getAndSet(null);
    if (lost != null) {
      self.recorder().lost(self.name(), self.shard(), lost.token(), loss.name());
    }
  }

  @Override
  public void end() {
    if (candidacy != null) {
      candidacy.close();
      self.recorder().returned(asked, CallResults.unknown("stands no longer"), System.nanoTime());
    }
  }
}
