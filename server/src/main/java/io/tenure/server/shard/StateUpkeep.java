package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.apply.ShardLeadership;
import io.tenure.server.apply.ShardListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the leader of a shard proposes by itself: the limits that the members' heaps can carry, and
 * the next step of ending sessions that had much. One of each is under way at a time.
 */
public final class StateUpkeep implements ShardListener {
  /** The way to the log. */
  public interface Log {
    void propose(long term, Command command, Answer answer);
  }

  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean limiting = new AtomicBoolean();
  private volatile Log log = (term, command, answer) -> {};

  private volatile long ownBytes;

  /** What this node can carry; null until it is known. */
  private volatile @Nullable Limits own;

  private volatile @Nullable ShardLeadership leadership;

  /** From now on it knows whether this node leads. */
  void follow(ShardLeadership shard) {
    leadership = shard;
  }

  @Override
  public void settled(LockState state) {
    ShardLeadership shard = leadership;
    if (shard != null) {
      look(View.of(state), shard.term());
    }
  }

  public void start(Log log, long stateBytes) {
    this.log = log;
    this.ownBytes = stateBytes;
    this.own = Limits.forMemory(stateBytes);
  }

  /**
   * Proposes the limits that all members can carry, as far as they are known.
   *
   * @param others what the other members have for the state; 0 for one that did not say
   * @param term in which they were asked; the proposal takes effect in it or never
   */
  public void agree(View state, long term, List<Long> others) {
    Limits agreed = LimitsAgreement.agreed(ownBytes, state.limits(), others);
    if (!agreed.equals(state.limits())) {
      propose(limiting, term, new SetLimits(agreed));
    }
  }

  /** What a shard looks like to this: its limits, and whether sessions are ending. */
  public record View(Limits limits, boolean isEnding) {
    public static View of(LockState state) {
      return new View(state.limits(), state.isEnding());
    }
  }

  /**
   * Any thread that may propose: proposes what is due, if this node leads. Limits are only lowered
   * here, since a member that is away may have less memory than this node.
   */
  public void look(View state, long term) {
    Limits carried = own;
    if (term == ShardLeadership.NONE || carried == null) {
      return;
    }
    if (!state.limits().isWithinMemoryOf(carried)) {
      propose(limiting, term, new SetLimits(state.limits().withinMemoryOf(carried)));
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
