package io.tenure.server.raft.ratis;

import io.tenure.raft.LogEntry;
import io.tenure.raft.StateMachine;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.files.Snapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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
 * Connects a {@link StateMachine} to the engine: hands committed entries to it, writes and installs
 * its snapshots, and passes on who leads.
 *
 * <ol>
 *   <li>The index that {@link #takeSnapshot} reports is one whose snapshot is durable, since the
 *       engine drops the log up to it.
 *   <li>An exception while applying is a bug, or a damaged log: the replica stops, and answers
 *       nothing.
 * </ol>
 */
final class RatisStateMachine extends BaseStateMachine {
  private static final Logger LOG = LoggerFactory.getLogger(RatisStateMachine.class);

  private final String name;
  private final StateMachine machine;
  private final Snapshots snapshots;
  private final Consumer<Throwable> fatal;
  private volatile boolean mayClose;

  /**
   * Not started yet.
   *
   * @param fatal receives what this replica cannot go on after
   */
  RatisStateMachine(
      String name, StateMachine machine, ShardSettings settings, Consumer<Throwable> fatal) {
    this.name = name;
    this.machine = machine;
    this.fatal = fatal;
    this.snapshots = new Snapshots(name, settings);
    snapshots.onFailure(fatal);
  }

  Snapshots snapshots() {
    return snapshots;
  }

  // ------------------------------------------------------------------- starting and stopping

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
   * The engine closes a log when it is told to, when the others tell it that this node is no
   * member, or when it cannot go on, for example because its vote cannot be written. A node without
   * its log must not look as if it were of use.
   */
  @Override
  public void close() throws IOException {
    super.close();
    if (!mayClose) {
      fatal.accept(
          new IOException(
              "the engine has closed shard %s: this node was removed, or the cause is logged above"
                  .formatted(name)));
    }
  }

  /** The engine is about to be told to close this log, or all. */
  void expectClose() {
    mayClose = true;
  }

  /** Just before a received snapshot replaces the log, which is dropped then. */
  @Override
  public void pause() {
    snapshots.forceReceived();
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  @Override
  public void reinitialize() throws IOException {
    LOG.atInfo()
        .setMessage("installing a snapshot from the leader")
        .addKeyValue("shard", name)
        .log();
    try {
      restore(snapshots.storage().loadLatestSnapshot());
    } catch (IOException e) {
      fatal.accept(e); // The engine would only report that it closes the log.
      throw e;
    }
    machine.installed();
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  private void restore(@Nullable SingleFileSnapshotInfo snapshot) throws IOException {
    if (snapshot != null) {
      machine.restore(snapshot.getFile().getPath());
      setLastAppliedTermIndex(snapshot.getTermIndex());
      snapshots.restart();
    }
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
    LogEntry entry = ownEntry(transaction);
    if (entry != null) {
      if (!entry.mayBeAppendedIn(info().getCurrentTerm())) {
        throw new StateMachineException("the term of the proposal has ended", false);
      }
      entry.markAppended();
    }
    return transaction;
  }

  private static @Nullable LogEntry ownEntry(TransactionContext transaction) {
    return transaction.getStateMachineContext() instanceof RatisEntry own ? own.entry() : null;
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    try {
      apply(entry, ownEntry(transaction));
    } catch (RuntimeException | Error e) {
      fatal.accept(e);
      throw e;
    }
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  private void apply(LogEntryProto entry, @Nullable LogEntry own) {
    TermIndex at = TermIndex.valueOf(entry);
    var content = entry.getStateMachineLogEntry().getLogData();
    snapshots.grew(content.size());
    StateMachine.Image image =
        machine.apply(
            new StateMachine.CommittedEntry(at.getIndex(), content.asReadOnlyByteBuffer(), own),
            snapshots.isDue());
    updateLastAppliedTermIndex(at);
    if (image != null) {
      snapshots.write(image, at);
    }
  }

  // --------------------------------------------------------------- what the engine asks and tells

  /** Reports the newest snapshot that is durable; another thread has written it. */
  @Override
  public long takeSnapshot() {
    return snapshots.report();
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return snapshots.storage();
  }

  /** On the apply thread, when the first entry of the new leader's term is applied. */
  @Override
  public void notifyLeaderReady() {
    machine.leads(info().getCurrentTerm());
    reconcile();
  }

  /** Under the engine's lock. */
  @Override
  public void notifyNotLeader(Collection<TransactionContext> pending) {
    machine.deposed();
  }

  /** Becoming leader is told on one thread and being deposed on another, in any order. */
  void reconcile() {
    DivisionInfo info = info();
    machine.reconcile(info.isLeader(), info.getCurrentTerm());
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
      machine.follows(leader.toString());
    }
    machine.membershipChanged();
  }

  @Override
  public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto conf) {
    machine.membershipChanged();
  }

  /** The disk refused an entry: this node must not go on as if it had it. */
  @Override
  public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto failedEntry) {
    fatal.accept(cause);
  }
}
