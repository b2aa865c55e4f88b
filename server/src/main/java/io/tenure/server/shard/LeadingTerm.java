package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outboxes;
import io.tenure.server.apply.WaitingAnswers;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The term in which this node leads a shard, and who must know when that begins and ends. Beginning
 * is told by the updater thread, ending by any, also under the engine's lock; so whatever takes
 * time is left to another thread.
 */
public final class LeadingTerm {
  public static final long NONE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(LeadingTerm.class);

  private final String shard;
  private final ShardListener listener;
  private final WaitingAnswers waiting;
  private final Executor notices;
  private final Level level;
  private volatile Runnable changed = () -> {};

  /** Written under this object's lock. */
  private volatile long term = NONE;

  public LeadingTerm(
      String shard, ShardListener listener, WaitingAnswers waiting, Executor notices) {
    this.shard = shard;
    this.listener = listener;
    this.waiting = waiting;
    this.notices = notices;
    this.level = WarmUp.SHARD.equals(shard) ? Level.DEBUG : Level.INFO;
  }

  /** To be run when who leads has changed, or may have. */
  public void onChange(Runnable action) {
    changed = action;
  }

  /** The term, or {@link #NONE} while this node does not lead or is not ready to. */
  public long current() {
    return term;
  }

  /** On the updater thread: everything from before this term is in the state. */
  public void begin(long newTerm, LockState state) {
    synchronized (this) {
      term = newTerm;
      listener.leads(newTerm, state);
    }
    LOG.atLevel(level)
        .setMessage("leads")
        .addKeyValue("shard", shard)
        .addKeyValue("term", newTerm)
        .log();
    announce();
  }

  public void end() {
    synchronized (this) {
      if (term == NONE) {
        return;
      }
      term = NONE;
      listener.deposed();
    }
    LOG.atLevel(level).setMessage("leads no more").addKeyValue("shard", shard).log();
    failWaiting();
    announce();
  }

  /** Another node leads. */
  public void follow(Object leader) {
    LOG.atLevel(level)
        .setMessage("follows")
        .addKeyValue("shard", shard)
        .addKeyValue("leader", leader)
        .log();
  }

  /** Corrects what was heard in the wrong order. */
  public void reconcile(boolean leads, long currentTerm) {
    if (term != NONE && (!leads || currentTerm != term)) {
      end();
    }
    if (term == NONE && waiting.size() > 0) {
      failWaiting();
    }
  }

  /** Tells that something about leadership has changed. */
  public void announce() {
    later(changed);
  }

  /** Whoever waits here must ask again where the new leader is. */
  public void failWaiting() {
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
        Failure.Kind.LEADERSHIP_LOST,
        "this node does not lead any more; the request may still wait or be granted: send it again"
            + " under its number",
        null);
  }
}
