package io.tenure.server.replication;

import io.tenure.core.Command;
import io.tenure.core.Command.EndMore;
import io.tenure.core.Command.SetLimits;
import io.tenure.core.Limits;
import io.tenure.core.LockState;
import io.tenure.core.Outcome;
import java.util.concurrent.atomic.AtomicBoolean;

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

  /** What the limits should be; those that a new shard begins with until that is known. */
  private volatile Limits wanted = Limits.initial();

  void start(Log log, long stateBytes) {
    this.log = log;
    this.wanted = Limits.forMemory(stateBytes);
  }

  /** The memory for the state that every member has, as far as it is known. */
  void want(long stateBytes) {
    wanted = Limits.forMemory(stateBytes);
  }

  /** On the updater thread: proposes what is due, if this node leads. */
  void look(LockState state, long term) {
    if (term == LeadingTerm.NONE) {
      return;
    }
    Limits limits = wanted;
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
