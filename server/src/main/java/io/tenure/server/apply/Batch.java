package io.tenure.server.apply;

import io.tenure.core.model.Command;
import io.tenure.raft.LogEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Commands that share one log entry, each with its answer. The engine hands the same object from
 * the proposer to the applier, so that the node that proposed it need not read its bytes back.
 *
 * <p>It is answered once, by the part that claims it first: the applier when the entry is
 * committed, or the proposer when leadership is lost before that. An entry whose batch was claimed
 * by the proposer may still be committed, by the next leader.
 */
public final class Batch implements LogEntry {
  /** For a command that may take effect in any term. */
  public static final long ANY_TERM = -1;

  /**
   * A command and the answer that receives its outcome.
   *
   * @param term the only term in which it may be put into the log, or {@link #ANY_TERM}
   */
  public record Proposal(Command command, Answer answer, long term) {}

  private final List<Proposal> proposals;
  private final byte[] content;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Whether the engine may have put it into its log. */
  private volatile boolean appended;

  private final long term;

  /** How many clients have their answer because of it. */
  private volatile int satisfied;

  /**
   * A batch.
   *
   * @param term that of all proposals that are bound to one, or {@link #ANY_TERM}
   */
  public Batch(List<Proposal> proposals, byte[] content, long term) {
    this.proposals = proposals;
    this.term = term;
    this.content = content;
  }

  List<Proposal> proposals() {
    return proposals;
  }

  @Override
  public byte[] content() {
    return content;
  }

  @Override
  public boolean mayBeAppendedIn(long currentTerm) {
    return term == ANY_TERM || term == currentTerm;
  }

  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  @Override
  public void markAppended() {
    appended = true;
  }

  public boolean mayBeAppended() {
    return appended;
  }

  void satisfied(int clients) {
    satisfied = clients;
  }

  /** How many clients got what they waited for by it, and may ask for something else now. */
  int satisfied() {
    return satisfied;
  }
}
