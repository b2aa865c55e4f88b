package io.tenure.server.replication;

import io.tenure.core.Command;
import io.tenure.core.Command.EndMore;
import io.tenure.core.Command.SetLimits;
import io.tenure.core.Limits;
import io.tenure.core.LockState;
import io.tenure.core.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the leader of a shard proposes by itself: the limits that the members' heaps can carry, and
 * the next step of ending sessions that had much. One of each is under way at a time.
 */
final class StateUpkeep {
  /** The way to the log. */
  interface Log {
    void propose(long term, Command command, Answer answer);
  }

  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean limiting = new AtomicBoolean();
  private volatile Log log = (term, command, answer) -> {};

  private volatile long ownBytes;

  /** Of the limits that the shard should have. Written by one thread. */
  private volatile long wantedBytes;

  /** Null until it is known. */
  private volatile @Nullable Limits wanted;

  void start(Log log, long stateBytes) {
    this.log = log;
    this.ownBytes = stateBytes;
    want(stateBytes);
  }

  private void want(long bytes) {
    wantedBytes = bytes;
    wanted = Limits.forMemory(bytes);
  }

  /** What the other members have for the state; 0 for one that did not say. */
  void agree(List<Long> others) {
    long agreed = LimitsAgreement.agreed(ownBytes, wantedBytes, others);
    if (agreed != wantedBytes) {
      want(agreed);
    }
  }

  /** What a shard looks like to this: its limits, and whether sessions are ending. */
  record View(Limits limits, boolean isEnding) {
    static View of(LockState state) {
      return new View(state.limits(), state.isEnding());
    }
  }

  /** Any thread that may propose: proposes what is due, if this node leads. */
  void look(View state, long term) {
    Limits limits = wanted;
    if (term == LeadingTerm.NONE || limits == null) {
      return;
    }
    if (!state.limits().equals(limits)) {
      propose(limiting, term, new SetLimits(limits));
    }
    if (state.isEnding()) {
      propose(ending, term, new EndMore());
    }
  }

  private void propose(AtomicBoolean underWay, long term, Command command) {
    if (underWay.compareAndSet(false, true)) {
      log.propose(term, command, new Done(underWay));
    }
  }

  /** What is still due is proposed again after the next command. */
  private record Done(AtomicBoolean underWay) implements Answer {
    @Override
    public void applied(Outcome outcome) {
      underWay.set(false);
    }

    @Override
    public void failed(Failure failure) {
      underWay.set(false);
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
