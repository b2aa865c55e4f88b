package io.tenure.server.apply;

import io.tenure.core.LockState;
import io.tenure.raft.Member;
import io.tenure.raft.ReplicatedLog;
import io.tenure.server.apply.Failure.Kind;
import io.tenure.server.apply.Failure.Leader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Who leads one shard: the one place on this node that knows. The engine notifies it, through the
 * applier; everything else reads it ({@link #current}, {@link #term}), subscribes to changes, or is
 * a {@link ShardListener}.
 *
 * <p>This node leads from when it has applied everything from before its term until the engine says
 * that it was deposed. Beginning is notified by the apply thread, ending by any thread, also under
 * the engine's lock; so whatever takes time is left to the thread of notices.
 */
public final class ShardLeadership {
  /** Instead of a term, while this node does not lead or is not ready to. */
  public static final long NONE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(ShardLeadership.class);

  private final String shard;
  private final ShardListener listener;
  private final WaitingAnswers waiting;
  private final Executor notices;
  private final Level level;
  private final List<Runnable> subscribers = new CopyOnWriteArrayList<>();
  private volatile @Nullable ReplicatedLog log;

  /** Written under this object's lock. */
  private volatile long term = NONE;

  /** The leader when {@link #reconcile} last looked. Guarded by this. */
  private @Nullable Leader lastLeader;

  /**
   * Nobody leads yet.
   *
   * @param waiting whose answers fail when this node is deposed
   * @param notices one thread, for what must not run under the engine's locks
   * @param level of what it logs
   */
  public ShardLeadership(
      String shard, ShardListener listener, WaitingAnswers waiting, Executor notices, Level level) {
    this.shard = shard;
    this.listener = listener;
    this.waiting = waiting;
    this.notices = notices;
    this.level = level;
  }

  /** The log is open: from now on the leader is known if the engine knows it. */
  public void attach(ReplicatedLog opened) {
    log = opened;
  }

  // ------------------------------------------------------------------------------ who leads

  /** The term in which this node leads, or {@link #NONE}. */
  public long term() {
    return term;
  }

  public Leadership current() {
    long now = term;
    return new Leadership(now != NONE, now, leader());
  }

  private @Nullable Leader leader() {
    ReplicatedLog opened = log;
    Member leader = opened == null ? null : opened.leader();
    return leader == null ? null : new Leader(leader.id(), leader.address());
  }

  /** Why this node cannot take a command, with where to send it instead. */
  public Failure notLeading() {
    Leader leader = leader();
    ReplicatedLog opened = log;
    if (leader == null || opened == null) {
      return new Failure(Kind.NO_LEADER, "shard " + shard + ": no leader is known", null);
    }
    return leader.node().equals(opened.self().id())
        ? new Failure(Kind.NO_LEADER, "shard " + shard + ": the leader is not ready yet", null)
        : new Failure(
            Kind.NOT_LEADER,
            "shard " + shard + ": " + leader.node() + " at " + leader.address() + " leads",
            leader);
  }

  /** Runs the action on the thread of notices when the leader or the members may have changed. */
  public void subscribe(Runnable action) {
    subscribers.add(action);
  }

  // ------------------------------------------------------------------ notified by the engine

  /** On the apply thread: everything from before this term is in the state. */
  void begin(long newTerm, LockState state) {
    synchronized (this) {
      term = newTerm;
      listener.leads(newTerm, state);
    }
    LOG.atLevel(level)
        .setMessage("this node leads")
        .addKeyValue("shard", shard)
        .addKeyValue("term", newTerm)
        .log();
    announce();
  }

  void end() {
    synchronized (this) {
      if (term == NONE) {
        return;
      }
      term = NONE;
      listener.deposed();
    }
    LOG.atLevel(level).setMessage("this node no longer leads").addKeyValue("shard", shard).log();
    failWaiting();
    announce();
  }

  /** Another node leads. */
  void follow(Object leader) {
    LOG.atLevel(level)
        .setMessage("another node leads")
        .addKeyValue("shard", shard)
        .addKeyValue("leader", leader)
        .log();
  }

  /**
   * Corrects what was notified in the wrong order, and notices what the engine does not notify:
   * that the last leader is not known as leader any more.
   */
  void reconcile(boolean leads, long currentTerm) {
    if (term != NONE && (!leads || currentTerm != term)) {
      end();
    }
    if (term == NONE && waiting.size() > 0) {
      failWaiting();
    }
    boolean changed;
    synchronized (this) {
      Leader leader = leader();
      changed = !Objects.equals(leader, lastLeader);
      lastLeader = leader;
    }
    if (changed) {
      announce();
    }
  }

  /** The leader or the members may have changed. */
  void announce() {
    later(() -> subscribers.forEach(Runnable::run));
  }

  /** Fails the answers of queued requests: their clients must ask again at the new leader. */
  void failWaiting() {
    List<Answer> answers = waiting.takeAll();
    if (!answers.isEmpty()) {
      later(() -> Outboxes.fail(answers, lost()));
    }
  }

  private void later(Runnable task) {
    try {
      notices.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("the node has stopped", e);
    }
  }

  private static Failure lost() {
    return new Failure(
        Kind.LEADERSHIP_LOST,
        "this node no longer leads; the request may still be queued or granted; retry with the same"
            + " request number",
        null);
  }
}
