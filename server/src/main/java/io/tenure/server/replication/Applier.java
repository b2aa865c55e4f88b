package io.tenure.server.replication;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.Applied;
import io.tenure.core.Command;
import io.tenure.core.Command.CompareState;
import io.tenure.core.Command.OpenSession;
import io.tenure.core.Event;
import io.tenure.core.Limits;
import io.tenure.core.LockState;
import io.tenure.core.Outcome;
import io.tenure.core.Session;
import io.tenure.core.SessionId;
import io.tenure.core.Snapshot;
import io.tenure.core.StateTooLargeException;
import io.tenure.server.replication.Batch.Proposal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the state of one shard and executes the log on it, entry after entry, on the engine's
 * updater thread.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Only the updater thread changes the state, and only while it has {@link #lock}; so that
 *       thread reads it freely, and any other one under the lock.
 *   <li>Outcomes are given away after the lock was released and only for entries that the engine
 *       has committed: what an answer says is on disk on a majority.
 *   <li>A batch is answered once, by whoever claims it.
 *   <li>The index that {@link #takeSnapshot} reports is one whose snapshot is durable, since the
 *       engine drops the log up to it.
 *   <li>An exception while executing is a bug, or a damaged log: the replica stops, and answers
 *       nothing.
 * </ol>
 */
final class Applier extends BaseStateMachine {
  /**
   * What an applier reports to.
   *
   * @param fatal told of what this replica cannot go on after
   * @param notices runs what must not run under the engine's locks
   * @param comparing one thread that computes checksums of states
   */
  record Surroundings(
      ShardListener listener,
      Consumer<Throwable> fatal,
      Executor notices,
      ScheduledExecutorService comparing,
      MeterRegistry meters) {}

  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private final String shard;

  /**
   * Of the state, on this node. What is there already stays when limits are lowered, and what waits
   * is granted beyond the limit of what is held, so it may be more than was planned.
   */
  private final long mostBytes;

  private final ShardListener listener;
  private final Consumer<Throwable> fatal;
  private final AppliedMetrics metrics;
  private final Snapshots snapshots;
  private final ReentrantLock lock = new ReentrantLock();
  private final WaitingAnswers waiting = new WaitingAnswers();
  private final LeadingTerm leading;
  private final Outboxes touched = new Outboxes();
  private final StateUpkeep upkeep = new StateUpkeep();
  private final StateComparisons comparisons;
  private LockState state = new LockState(Limits.initial());
  private volatile Consumer<SessionId> sessionEnded = session -> {};
  private volatile boolean mayClose;

  /**
   * An applier of an empty state.
   *
   * @param surroundings who is told what, and on which thread
   */
  Applier(String shard, ShardSettings settings, Surroundings surroundings) {
    this.shard = shard;
    this.mostBytes = settings.stateBytes() / 3 * 4;
    this.listener = surroundings.listener();
    this.fatal = surroundings.fatal();
    this.metrics = new AppliedMetrics(surroundings.meters(), shard);
    this.snapshots = new Snapshots(shard, settings);
    this.comparisons =
        new StateComparisons(
            shard, surroundings.meters(), surroundings.fatal(), surroundings.comparing());
    this.leading = new LeadingTerm(shard, listener, waiting, surroundings.notices());
  }

  /** Called on the updater thread when a session is over. */
  void onSessionEnd(Consumer<SessionId> action) {
    sessionEnded = action;
  }

  LeadingTerm leading() {
    return leading;
  }

  StateUpkeep upkeep() {
    return upkeep;
  }

  StateComparisons comparisons() {
    return comparisons;
  }

  Snapshots snapshots() {
    return snapshots;
  }

  WaitingAnswers waiting() {
    return waiting;
  }

  <T> T read(Function<LockState, T> query) {
    lock.lock();
    try {
      return query.apply(state);
    } finally {
      lock.unlock();
    }
  }

  // ------------------------------------------------------------------------------- starting

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage raftStorage)
      throws IOException {
    super.initialize(server, group, raftStorage);
    getLifeCycle()
        .startAndTransition(
            () -> {
              snapshots.open(raftStorage);
              restore(snapshots.storage().getLatestSnapshot());
            },
            IOException.class);
  }

  /**
   * The engine closes a shard when it is told to, when the others tell it that this node is no
   * member, or when it cannot go on, for example because its vote cannot be written. A node without
   * its shard must not look as if it were of use.
   */
  @Override
  public void close() throws IOException {
    super.close();
    if (!mayClose) {
      fatal.accept(
          new IOException(
              "the engine has given shard %s up: this node was removed, or what broke is logged above"
                  .formatted(shard)));
    }
  }

  /** The engine is going to be told to close this shard, or all. */
  void expectClose() {
    mayClose = true;
  }

  /** Just before a snapshot that has come takes the place of the log, which is dropped then. */
  @Override
  public void pause() {
    snapshots.forceReceived();
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  @Override
  public void reinitialize() throws IOException {
    LOG.atInfo()
        .setMessage("installs a snapshot from the leader")
        .addKeyValue("shard", shard)
        .log();
    try {
      restore(snapshots.storage().loadLatestSnapshot());
    } catch (IOException e) {
      fatal.accept(e); // The engine would only say that it gives the shard up.
      throw e;
    }
    leading.failWaiting();
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  private void restore(@Nullable SingleFileSnapshotInfo snapshot) throws IOException {
    if (snapshot == null) {
      return;
    }
    lock.lock();
    try {
      // Not both at a time: each may take all the memory there is for a state. Readers wait.
      state = new LockState(Limits.initial());
      state = Snapshots.read(snapshot.getFile().getPath(), mostBytes);
    } catch (StateTooLargeException e) {
      // No cause: whoever looks for the innermost one would not find what to do.
      throw new IOException(
          "state of shard %s: more than %s, with limits of %s (expected: at most %s)"
              .formatted(shard, mebibytes(mostBytes), mebibytes(e.limitsMemory()), room()));
    } finally {
      lock.unlock();
    }
    setLastAppliedTermIndex(snapshot.getTermIndex());
    snapshots.restart();
    metrics.observe(state);
    listener.restored(state);
  }

  private String room() {
    return mebibytes(mostBytes) + " with this heap; start the JVM with a larger -Xmx";
  }

  private static String mebibytes(long bytes) {
    return ((bytes + (1 << 20) - 1) >> 20) + " MiB";
  }

  // ------------------------------------------------------------------------------- applying

  @Override
  public TransactionContext startTransaction(RaftClientRequest request) {
    return TransactionContext.newBuilder()
        .setStateMachine(this)
        .setClientRequest(request)
        .setStateMachineContext(request.getMessage())
        .build();
  }

  /** Under the engine's lock: the term does not change until the entry is in the log. */
  @Override
  public TransactionContext preAppendTransaction(TransactionContext transaction)
      throws StateMachineException {
    if (transaction.getStateMachineContext() instanceof Batch batch) {
      if (!batch.mayBeAppendedIn(info().getCurrentTerm())) {
        throw new StateMachineException("the term of a proposal is over", false);
      }
      batch.markAppended();
    }
    return transaction;
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    try {
      Batch own = transaction.getStateMachineContext() instanceof Batch batch ? batch : null;
      execute(entry, own);
    } catch (RuntimeException | Error e) {
      fatal.accept(e);
      throw e;
    }
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  private void execute(LogEntryProto entry, @Nullable Batch own) {
    List<Command> commands = own == null ? decode(entry) : commands(own);
    List<Applied> results = new ArrayList<>(commands.size());
    List<Event> events = new ArrayList<>();
    Snapshot captured = null;
    boolean compares = false;
    boolean written;
    lock.lock();
    try {
      for (Command command : commands) {
        Applied applied = state.apply(command);
        results.add(applied);
        events.addAll(applied.events());
        compares |= command instanceof CompareState;
      }
      snapshots.grew(entry.getStateMachineLogEntry().getLogData().size());
      written = snapshots.isDue();
      if (written || compares) {
        captured = metrics.capture(state);
      }
    } finally {
      lock.unlock();
    }
    requireRoom();
    TermIndex at = TermIndex.valueOf(entry);
    updateLastAppliedTermIndex(at);
    if (captured != null && compares) {
      comparisons.captured(at.getIndex(), captured);
    }
    tell(commands, results, own != null && own.claim() ? own : null);
    if (!events.isEmpty()) {
      listener.changed(events);
    }
    metrics.observe(state);
    upkeep.look(StateUpkeep.View.of(state), leading.current());
    touched.flush();
    if (captured != null && written) {
      snapshots.write(captured, at);
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

  private static List<Command> decode(LogEntryProto entry) {
    return LogFormat.read(
        new ByteReader(entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer()));
  }

  private static List<Command> commands(Batch batch) {
    List<Command> commands = new ArrayList<>(batch.proposals().size());
    for (Proposal proposal : batch.proposals()) {
      commands.add(proposal.command());
    }
    return commands;
  }

  /** In order, so that a request is put down as waiting before a later command lets it in. */
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
      sessionEnded.accept(ended.session());
      listener.ended(ended.session());
    }
  }

  /** Whether whoever asked has got what it waits for, be it a refusal. */
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

  // --------------------------------------------------------------- what the engine asks and tells

  /** Reports the newest snapshot that is durable; writing it was done elsewhere. */
  @Override
  public long takeSnapshot() {
    return snapshots.report();
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return snapshots.storage();
  }

  /** On the updater thread, when the first entry of the new leader's term is applied. */
  @Override
  public void notifyLeaderReady() {
    leading.begin(info().getCurrentTerm(), state);
    upkeep.look(StateUpkeep.View.of(state), leading.current());
    reconcile();
  }

  /** Under the engine's lock. */
  @Override
  public void notifyNotLeader(Collection<TransactionContext> pending) {
    leading.end();
  }

  /**
   * Becoming leader is told on one thread and ceasing to be on another, so they may be mixed up.
   */
  void reconcile() {
    DivisionInfo info = info();
    leading.reconcile(info.isLeader(), info.getCurrentTerm());
  }

  private DivisionInfo info() {
    try {
      return getServer().join().getDivision(getGroupId()).getInfo();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
    if (!leader.equals(member.getPeerId())) {
      leading.follow(leader);
    }
    leading.announce();
  }

  @Override
  public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto conf) {
    leading.announce();
  }

  /** The disk refused an entry: this node must not go on as if it had it. */
  @Override
  public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto failedEntry) {
    fatal.accept(cause);
  }
}
