package io.tenure.server.shard;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.raft.AppendFailure;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.raft.PeerPositions.Position;
import io.tenure.raft.ReplicatedLog;
import io.tenure.server.apply.Applier;
import io.tenure.server.apply.Batch;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Proposer;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.peer.PeerCalls;
import io.tenure.server.peer.PeerCalls.StateChecksum;
import io.tenure.server.peer.PeerMethod;
import io.tenure.server.raft.ratis.EngineSettings;
import io.tenure.server.raft.ratis.Membership;
import io.tenure.server.raft.ratis.RatisEngine;
import io.tenure.server.thread.NodeThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of this node: for each a replicated log, the {@link Applier} that owns its state, and
 * the {@link Proposer} that fills the log.
 */
public final class Shards implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shards.class);

  private final EngineSettings settings;
  private final Surroundings surroundings;
  private final List<Replica> replicas = new ArrayList<>();
  private final List<Shard> shards = new CopyOnWriteArrayList<>();
  private final RatisEngine engine;
  private final ScheduledExecutorService notices;

  /** Ends the waits of batches for company. */
  private final ScheduledExecutorService batches;

  /** Computes checksums of states, and compares them. */
  private final ScheduledExecutorService comparing;

  private final LimitsAgreement limits;

  /**
   * What the shards report to and ask.
   *
   * @param listeners for each shard, by its index
   * @param fatal receives what this node cannot go on after; must end the process
   * @param peers for what this node asks others besides the engine
   * @param peerMethods what others ask of this node besides the engine, on the engine's port
   */
  public record Surroundings(
      IntFunction<ShardListener> listeners,
      Consumer<Throwable> fatal,
      PeerCalls peers,
      List<PeerMethod> peerMethods,
      MeterRegistry meters) {}

  public Shards(EngineSettings settings, Surroundings surroundings) throws IOException {
    this.settings = settings;
    this.surroundings = surroundings;
    NodeThreads threads = new NodeThreads(surroundings.fatal());
    this.notices = threads.timer("tenure-notices");
    this.batches = threads.timer("tenure-batches");
    this.comparing = threads.timer("tenure-compare");
    this.limits =
        new LimitsAgreement(shards, surroundings.peers(), this::later, surroundings.fatal());
    Replica.Surroundings around =
        new Replica.Surroundings(surroundings.fatal(), notices, comparing, surroundings.meters());
    for (int i = 0; i < settings.shards().size(); i++) {
      ShardListener listener = surroundings.listeners().apply(i);
      replicas.add(Replica.of(settings.shards().get(i), settings.shard(), listener, around));
    }
    this.engine =
        new RatisEngine(
            settings,
            new RatisEngine.Environment(
                index -> replicas.get(index).applier(),
                surroundings.fatal(),
                surroundings.peers(),
                surroundings.peerMethods(),
                notices));
    onLeadershipChange(engine::leadersChanged);
    onLeadershipChange(limits::leadersChanged);
  }

  /** Starts every shard; returns when their logs are open, not when there is a leader. */
  public void start() throws IOException {
    engine.start();
    for (ReplicatedLog log : engine.logs()) {
      shards.add(newShard(log, replicas.get(log.index())));
    }
    // One that leads already has announced it before it was here.
    notices.execute(limits::leadersChanged);
    repeat(this::compareStates, settings.shard().compareMillis());
  }

  private Shard newShard(ReplicatedLog log, Replica replica) {
    replica.leadership().attach(log);
    DistributionSummary batchSizes =
        DistributionSummary.builder("tenure.batch.requests")
            .tag("shard", log.name())
            .register(surroundings.meters());
    return new Shard(
        new Shard.Parts(
            log,
            replica,
            new Proposer(
                settings.shard(),
                batch -> log.append(batch).thenApply(failure -> meaning(batch, failure)),
                this::endWait,
                batchSizes,
                surroundings.fatal()),
            new LeadershipConfirmation(
                log,
                replica.leadership(),
                surroundings.peers(),
                settings.shard(),
                surroundings.fatal()),
            surroundings.peers(),
            settings.shard().stateBytes(),
            settings.shard().compareMillis()));
  }

  /** What the clients of a batch are told. An entry that may be in the log may be committed. */
  private static @Nullable Failure meaning(Batch batch, @Nullable AppendFailure failure) {
    if (failure == null) {
      return null;
    }
    if (batch.mayBeAppended()) {
      return new Failure(
          Failure.Kind.LEADERSHIP_LOST,
          "leadership was lost before the request was known to be committed; it may take effect;"
              + " retry with the same request number",
          null);
    }
    Failure.Kind kind =
        switch (failure.reason()) {
          case NOT_LEADER -> Failure.Kind.NOT_LEADER;
          case NO_LEADER -> Failure.Kind.NO_LEADER;
          case OVERLOADED -> Failure.Kind.OVERLOADED;
          case STOPPED -> Failure.Kind.SHUTTING_DOWN;
        };
    Member leader = failure.leader();
    return new Failure(
        kind,
        failure.message(),
        leader == null ? null : new Failure.Leader(leader.id(), leader.address()));
  }

  private void endWait(long nanos, Runnable action) {
    var unused = batches.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }

  /** On the thread of notices. */
  private void later(long nanos, Runnable task) {
    try {
      var unused = notices.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("this node is stopping", e);
    }
  }

  private void repeat(Runnable task, long millis) {
    ScheduledFuture<?> unused =
        notices.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void compareStates() {
    for (Shard shard : shards) {
      try {
        shard.compareStateIfLeading();
      } catch (RuntimeException e) {
        LOG.warn("state of shard {} not compared", shard.name(), e);
      }
    }
  }

  /**
   * Runs the action on the thread of notices when the leader or the members of any shard may have
   * changed.
   */
  public void onLeadershipChange(Runnable action) {
    replicas.forEach(replica -> replica.leadership().subscribe(action));
  }

  /** In the order of the configuration. */
  public List<Shard> shards() {
    return List.copyOf(shards);
  }

  public Membership membership() {
    return engine.membership();
  }

  /** This node's part of {@link PeerPositions#position}. */
  public CompletableFuture<Position> position(int shard) {
    return ofShard(shard, asked -> asked.log().position());
  }

  /** This node's part of {@link PeerCalls#stateChecksum}. */
  public CompletableFuture<OptionalLong> stateChecksum(int shard, StateChecksum theirs) {
    return ofShard(shard, asked -> asked.stateChecksum(theirs));
  }

  private <T> CompletableFuture<T> ofShard(int shard, Function<Shard, T> answer) {
    if (shard < 0 || shard >= shards.size()) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "shard: " + shard + " (expected: below " + shards.size() + ")"));
    }
    return CompletableFuture.completedFuture(answer.apply(shards.get(shard)));
  }

  /** The directory of a shard's log below the engine's. */
  public static String directoryOf(String shard) {
    return RatisEngine.directoryOf(shard);
  }

  @Override
  public void close() throws IOException {
    try {
      engine.close();
    } finally {
      notices.shutdown();
      batches.shutdownNow();
      comparing.shutdownNow();
    }
  }
}
