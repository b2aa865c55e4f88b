package io.tenure.server.apply;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Event;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Session;
import io.tenure.core.snapshot.Snapshot;
import io.tenure.core.snapshot.SnapshotException;
import io.tenure.core.snapshot.StateTooLargeException;
import io.tenure.raft.StateMachine;
import io.tenure.server.apply.Batch.Proposal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Owns the state of one shard and applies the log to it, entry after entry, on the engine's apply
 * thread.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Only the apply thread changes the state, and only while it has {@link #lock}; so that
 *       thread reads it freely, and any other one under the lock.
 *   <li>Answers get their outcomes after the lock was released, and only for entries that the
 *       engine has committed: what an answer says is on disk on a majority.
 *   <li>A batch is answered once, by whoever claims it.
 *   <li>An exception while applying is a bug, or a damaged log: the replica stops, and answers
 *       nothing.
 * </ol>
 */
public final class Applier implements StateMachine {
  /**
   * What an applier reports to.
   *
   * @param leadership told what the engine says of it
   * @param waiting who waits for a grant; answered here
   */
  public record Surroundings(
      ShardListener listener,
      ShardLeadership leadership,
      WaitingAnswers waiting,
      MeterRegistry meters) {}

  private final String shard;

  /**
   * Of the state, on this node. What is there already stays when limits are lowered, and what waits
   * is granted beyond the limit of what is held, so it may be more than was planned.
   */
  private final long mostBytes;

  private final ShardListener listener;
  private final AppliedMetrics metrics;
  private final ReentrantLock lock = new ReentrantLock();
  private final WaitingAnswers waiting;
  private final ShardLeadership leadership;
  private final Outboxes touched = new Outboxes();
  private LockState state = new LockState(Limits.initial());

  /**
   * An applier of an empty state.
   *
   * @param stateBytes memory that was planned for the state, by the core's own count
   */
  public Applier(String shard, long stateBytes, Surroundings surroundings) {
    this.shard = shard;
    this.mostBytes = stateBytes / 3 * 4;
    this.listener = surroundings.listener();
    this.leadership = surroundings.leadership();
    this.waiting = surroundings.waiting();
    this.metrics = new AppliedMetrics(surroundings.meters(), shard);
  }

  public <T> T read(Function<LockState, T> query) {
    lock.lock();
    try {
      return query.apply(state);
    } finally {
      lock.unlock();
    }
  }

  // ------------------------------------------------------------------------------ restoring

  @Override
  public void restore(Path snapshot) throws IOException {
    lock.lock();
    try {
      // Not both at a time: each may take all the memory there is for a state. Readers wait.
      state = new LockState(Limits.initial());
      state = read(snapshot);
    } catch (StateTooLargeException e) {
      // No cause: the innermost one is what the operator sees, and it does not say what to do.
      throw new IOException(
          "state of shard %s: more than %s, with limits of %s (expected: at most %s)"
              .formatted(shard, mebibytes(mostBytes), mebibytes(e.limitsMemory()), room()));
    } finally {
      lock.unlock();
    }
    metrics.observe(state);
    listener.restored(state);
  }

  private LockState read(Path snapshot) throws IOException {
    try (InputStream in = Files.newInputStream(snapshot)) {
      return LockState.restore(in, mostBytes);
    } catch (StateTooLargeException e) {
      throw e;
    } catch (IOException e) {
      boolean newer = e instanceof SnapshotException refused && refused.isOfNewerVersion();
      String message =
          newer
              ? "%s cannot be read (%s). It is not damaged, and nothing was changed: upgrade this node to that release"
              : "%s is damaged: %s";
      // No cause: the innermost one is what the operator sees, and it does not name the file.
      IOException named = new IOException(message.formatted(snapshot, e.getMessage()));
      named.addSuppressed(e);
      throw named;
    }
  }

  @Override
  public void installed() {
    leadership.failWaiting();
  }

  private String room() {
    return mebibytes(mostBytes) + " with this heap; start the JVM with a larger -Xmx";
  }

  private static String mebibytes(long bytes) {
    return ((bytes + (1 << 20) - 1) >> 20) + " MiB";
  }

  // ------------------------------------------------------------------------------- applying

  @Override
  public @Nullable Image apply(CommittedEntry entry, boolean imageWanted) {
    Batch own = entry.own() instanceof Batch batch ? batch : null;
    List<Command> commands =
        own == null ? LogFormat.read(new ByteReader(entry.content())) : commands(own);
    List<Applied> results = new ArrayList<>(commands.size());
    List<Event> events = new ArrayList<>();
    Snapshot captured = null;
    boolean compares = false;
    lock.lock();
    try {
      for (Command command : commands) {
        Applied applied = state.apply(command);
        results.add(applied);
        events.addAll(applied.events());
        compares |= command instanceof CompareState;
      }
      if (imageWanted || compares) {
        captured = capture();
      }
    } finally {
      lock.unlock();
    }
    requireRoom();
    if (captured != null && compares) {
      listener.captured(entry.index(), captured);
    }
    tell(commands, results, own != null && own.claim() ? own : null);
    if (!events.isEmpty()) {
      listener.changed(events);
    }
    metrics.observe(state);
    listener.settled(state);
    touched.flush();
    return imageWanted && captured != null ? new SnapshotImage(captured) : null;
  }

  /** The only moment at which a snapshot delays the apply thread. */
  private Snapshot capture() {
    long began = System.nanoTime();
    Snapshot captured = state.capture();
    metrics.captured(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    return captured;
  }

  private record SnapshotImage(Snapshot snapshot) implements Image {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      snapshot.writeTo(out);
    }

    @Override
    public long revision() {
      return snapshot.revision();
    }
  }

  /**
   * The limits are those that every member can carry. A node that has less memory than all members
   * had when they were set must stop before it has none left.
   */
  private void requireRoom() {
    if (state.bytes() > mostBytes) {
      throw new IllegalStateException(
          "state of shard %s: %s (expected: at most %s)"
              .formatted(shard, mebibytes(state.bytes()), room()));
    }
  }

  private static List<Command> commands(Batch batch) {
    List<Command> commands = new ArrayList<>(batch.proposals().size());
    for (Proposal proposal : batch.proposals()) {
      commands.add(proposal.command());
    }
    return commands;
  }

  /** In order, so that a queued request is in {@link #waiting} before a later command grants it. */
  private void tell(List<Command> commands, List<Applied> results, @Nullable Batch own) {
    int satisfied = 0;
    for (int i = 0; i < results.size(); i++) {
      Applied result = results.get(i);
      Command command = commands.get(i);
      followSessions(command, result.outcome());
      metrics.count(command, result);
      if (own != null && give(command, result.outcome(), own.proposals().get(i).answer())) {
        satisfied++;
      }
      for (Event event : result.events()) {
        if (waiting.settle(event, touched)) {
          satisfied++;
        }
      }
    }
    if (own != null) {
      own.satisfied(satisfied);
    }
  }

  private void followSessions(Command command, Outcome outcome) {
    if (outcome instanceof Outcome.SessionOpened opened && command instanceof OpenSession) {
      Session session = state.session(opened.session());
      if (session != null) {
        listener.opened(session);
      }
    } else if (outcome instanceof Outcome.SessionEnded ended) {
      listener.ended(ended.session());
    }
  }

  /** Returns whether that was the last outcome for this answer, be it a refusal. */
  private boolean give(Command command, Outcome outcome, Answer answer) {
    boolean waits = outcome instanceof Outcome.Queued;
    if (waits
        && command instanceof Command.Numbered numbered
        && !(command instanceof Command.StandAside)) {
      waiting.add(numbered.request(), answer, touched);
    }
    answer.applied(outcome);
    touched.add(answer.outbox());
    return !waits;
  }

  // ------------------------------------------------------------------------------ who leads

  @Override
  public void leads(long term) {
    leadership.begin(term, state);
    // Not before: what is proposed here must not be proposed under a lock.
    listener.settled(state);
  }

  @Override
  public void deposed() {
    leadership.end();
  }

  @Override
  public void follows(String leader) {
    leadership.follow(leader);
  }

  @Override
  public void membershipChanged() {
    leadership.announce();
  }

  @Override
  public void reconcile(boolean leads, long term) {
    leadership.reconcile(leads, term);
  }
}
