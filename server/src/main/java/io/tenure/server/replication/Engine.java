package io.tenure.server.replication;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.server.replication.Failure.Leader;
import io.tenure.server.replication.PeerCalls.Position;
import io.tenure.server.replication.PeerCalls.StateChecksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.util.ExitUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Raft engine of this node, with one group for each shard. */
public final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final long RECONCILE_MILLIS = 100;
  private static final long VOTES_MILLIS = 1_000;
  private static final long LIMITS_MILLIS = 100;
  private static final long CHANNELS_MILLIS = 1_000;

  static {
    // Else the engine ends the process if its port is taken. Doing this also makes every uncaught
    // exception of any thread its business, which it is not.
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    ExitUtils.disableSystemExit();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  private final EngineSettings settings;
  private final Surroundings surroundings;
  private final RaftServer server;
  private final ClientId clientId = ClientId.randomId();
  private final Calls calls = new Calls();
  private final Map<RaftGroupId, Applier> appliers = new ConcurrentHashMap<>();
  private final List<Shard> shards = new CopyOnWriteArrayList<>();
  private final List<VoteFile> votes = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService notices;

  /** Ends the waits of batches for company. */
  private final ScheduledExecutorService batches;

  private final ExecutorService closing;

  /** Computes checksums of states, and compares them. */
  private final ScheduledExecutorService comparing;

  private final CrashTrigger crashTrigger;
  private final LimitsAgreement limits;

  /** For the thread of notices alone. */
  private List<Optional<Leader>> lastLeaders = List.of();

  /**
   * What the engine reports to and asks.
   *
   * @param listeners for each shard, by its index
   * @param fatal told of what this node cannot go on after; must end the process
   * @param peers for what this node asks others besides the engine
   * @param peerMethods what others ask of this node besides the engine, on the engine's port
   */
  public record Surroundings(
      IntFunction<ShardListener> listeners,
      Consumer<Throwable> fatal,
      PeerCalls peers,
      List<PeerMethod> peerMethods,
      MeterRegistry meters,
      Runnable leadershipChanged) {}

  public Engine(EngineSettings settings, Surroundings surroundings) throws IOException {
    this.settings = settings;
    this.surroundings = surroundings;
    NodeThreads threads = new NodeThreads(surroundings.fatal());
    this.notices = threads.timer("tenure-notices");
    this.batches = threads.timer("tenure-batches");
    this.comparing = threads.timer("tenure-compare");
    this.limits = new LimitsAgreement(shards, surroundings.peers(), surroundings.fatal());
    this.closing = Executors.newCachedThreadPool(threads.daemons("tenure-closing"));
    for (int i = 0; i < settings.shards().size(); i++) {
      String name = settings.shards().get(i);
      appliers.put(groupId(name), newApplier(i, name));
    }
    RaftProperties properties = EngineProperties.of(settings);
    Parameters parameters = new Parameters();
    parameters.put(
        LeanRpc.OWNER,
        new LeanRpc.Owner(new PeerCallService(surroundings.peerMethods()), surroundings.fatal()),
        LeanRpc.Owner.class);
    SharedThreads.join(surroundings.fatal());
    this.server =
        RaftServer.newBuilder()
            .setServerId(RaftPeerId.valueOf(settings.self().id()))
            .setProperties(properties)
            .setParameters(parameters)
            .setStateMachineRegistry(this::applier)
            .setThreadGroup(new EngineThreads(settings.self().id(), surroundings.fatal()))
            .build();
    // Not before: what the engine found there it would open by itself, without knowing its members.
    RaftServerConfigKeys.setStorageDir(properties, List.of(settings.directory().toFile()));
    this.crashTrigger =
        new CrashTrigger(
            settings.self().id(), server, shards, surroundings.peers(), surroundings.fatal());
  }

  private Applier newApplier(int index, String name) {
    Applier applier =
        new Applier(
            name,
            settings.shard(),
            new Applier.Surroundings(
                surroundings.listeners().apply(index),
                surroundings.fatal(),
                notices,
                comparing,
                surroundings.meters()));
    applier.leading().onChange(this::leadershipChanged);
    applier.snapshots().onFailure(surroundings.fatal());
    return applier;
  }

  /** On the thread of notices. */
  private void leadershipChanged() {
    crashTrigger.leadersChanged();
    limits.look();
    surroundings.leadershipChanged().run();
  }

  private Applier applier(RaftGroupId group) {
    Applier applier = appliers.get(group);
    if (applier == null) {
      throw new IllegalStateException(
          "the data directory has a shard that the configuration does not: " + group);
    }
    return applier;
  }

  /** The same on every node, whatever else differs. */
  private static RaftGroupId groupId(String shard) {
    return RaftGroupId.valueOf(
        UUID.nameUUIDFromBytes(("tenure shard " + shard).getBytes(StandardCharsets.UTF_8)));
  }

  /** The directory of a shard's log below the engine's. */
  public static String directoryOf(String shard) {
    return groupId(shard).getUuid().toString();
  }

  /** Starts every shard; returns when their logs are open, not when there is a leader. */
  public void start() throws IOException {
    for (String name : settings.shards()) {
      ShardFiles.check(settings.directory().resolve(directoryOf(name)));
    }
    List<CompletableFuture<RaftClientReply>> opened = new ArrayList<>();
    for (String name : settings.shards()) {
      opened.add(openGroup(name));
    }
    for (CompletableFuture<RaftClientReply> each : opened) {
      require(each);
    }
    listen();
    for (int i = 0; i < settings.shards().size(); i++) {
      String name = settings.shards().get(i);
      RaftServer.Division division = server.getDivision(groupId(name));
      EngineInsides.adjust(division);
      EngineInsides.watchLogWriter(division, surroundings.fatal());
      shards.add(newShard(i, name, division));
      VoteFile vote = new VoteFile(division);
      vote.reserve();
      votes.add(vote);
    }
    repeat(this::reconcile, RECONCILE_MILLIS);
    repeat(limits::look, LIMITS_MILLIS);
    repeat(this::checkVotes, VOTES_MILLIS);
    repeat(this::compareStates, settings.shard().compareMillis());
    repeat(
        new VoteChannels(server, shards, LeanRpc.failedCalls(), closing)::replaceFailed,
        CHANNELS_MILLIS);
    if (settings.crashTrigger()) {
      crashTrigger.start();
    }
  }

  /**
   * The members that it begins with are those that were written down last, or the initial ones if
   * none were. What its log says counts, but the engine comes back to these for a moment when it
   * installs a snapshot, and gives the group up if it runs for leader then and is not among them.
   */
  private CompletableFuture<RaftClientReply> openGroup(String name) throws IOException {
    RaftGroupId id = groupId(name);
    List<RaftPeer> written = ShardFiles.members(settings.directory().resolve(directoryOf(name)));
    List<RaftPeer> initial = settings.initialMembers().stream().map(Member::toPeer).toList();
    RaftGroup group = RaftGroup.valueOf(id, written.isEmpty() ? initial : written);
    return server.groupManagementAsync(
        GroupManagementRequest.newAdd(clientId, server.getId(), calls.next(), group, false));
  }

  private static void require(CompletableFuture<RaftClientReply> answer) throws IOException {
    RaftClientReply reply;
    try {
      reply = answer.join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause() == null ? e : e.getCause());
    }
    if (!reply.isSuccess()) {
      throw new IOException(reply.getException());
    }
  }

  private void listen() throws IOException {
    try {
      server.start();
    } catch (ExitUtils.ExitException e) {
      throw new IOException("cannot listen on " + settings.raftListen(), e.getCause());
    }
  }

  private Shard newShard(int index, String name, RaftServer.Division division) {
    Applier applier = applier(division.getMemberId().getGroupId());
    applier.snapshots().onWritten(() -> dropLogBefore(division));
    DistributionSummary batchSizes =
        DistributionSummary.builder("tenure.batch.requests")
            .tag("shard", name)
            .register(surroundings.meters());
    Submission submission = new Submission(division, clientId, calls);
    return new Shard(
        new Shard.Parts(
            index,
            name,
            settings.self(),
            division,
            applier,
            new Proposer(
                settings.shard(), submission, this::endWait, batchSizes, surroundings.fatal()),
            new Confirmations(
                division,
                applier,
                surroundings.peers(),
                index,
                settings.shard(),
                surroundings.fatal()),
            surroundings.peers(),
            settings.shard().stateBytes()));
  }

  private void endWait(long nanos, Runnable action) {
    var unused = batches.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }

  private void repeat(Runnable task, long millis) {
    ScheduledFuture<?> unused =
        notices.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void reconcile() {
    try {
      List<Optional<Leader>> leaders = new ArrayList<>();
      for (Shard shard : shards) {
        shard.applier().reconcile();
        leaders.add(Optional.ofNullable(shard.leadership().leader()));
      }
      // The engine tells who the new leader is, but not that the old one is known no more.
      if (!leaders.equals(lastLeaders)) {
        lastLeaders = leaders;
        leadershipChanged();
      }
    } catch (RuntimeException e) {
      LOG.warn("leadership not reconciled", e);
    }
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

  private void checkVotes() {
    try {
      for (VoteFile vote : votes) {
        vote.check();
      }
    } catch (IOException e) {
      surroundings.fatal().accept(e);
    }
  }

  private void dropLogBefore(RaftServer.Division division) {
    try {
      SnapshotManagementRequest request =
          SnapshotManagementRequest.newCreate(
              clientId,
              server.getId(),
              division.getMemberId().getGroupId(),
              calls.next(),
              TimeUnit.SECONDS.toMillis(10));
      CompletableFuture<?> unused =
          server
              .snapshotManagementAsync(request)
              .exceptionally(
                  e -> {
                    if (!Unexpected.reportError(e, surroundings.fatal())) {
                      LOG.warn("the log before the last snapshot was not dropped", e);
                    }
                    return null;
                  });
    } catch (RuntimeException e) {
      LOG.warn("the log before the last snapshot was not dropped", e);
    }
  }

  /** In the order of the configuration. */
  public List<Shard> shards() {
    return List.copyOf(shards);
  }

  public Membership membership() {
    return new Membership(server, shards, clientId, calls, closing);
  }

  public ShardStatus status(Shard shard) {
    RaftServer.Division division = shard.division();
    DivisionInfo info = division.getInfo();
    RaftLog log = division.getRaftLog();
    TermIndex last = log.getLastEntryTermIndex();
    return new ShardStatus(
        info.getCurrentRole().name(),
        info.getCurrentTerm(),
        last == null ? log.getLastCommittedIndex() : last.getIndex(),
        log.getLastCommittedIndex(),
        info.getLastAppliedIndex(),
        shard.applier().snapshots().index());
  }

  /** This node's part of {@link PeerCalls#position}. */
  public CompletableFuture<Position> position(int shard) {
    return ofShard(shard, asked -> positionOf(asked.division(), settings.shard().stateBytes()));
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

  static Position positionOf(RaftServer.Division division, long stateBytes) {
    TermIndex last = division.getRaftLog().getLastEntryTermIndex();
    long term = division.getInfo().getCurrentTerm();
    return last == null
        ? new Position(term, 0, RaftLog.INVALID_LOG_INDEX, stateBytes)
        : new Position(term, last.getTerm(), last.getIndex(), stateBytes);
  }

  @Override
  public void close() throws IOException {
    crashTrigger.close();
    appliers.values().forEach(Applier::expectClose);
    try {
      EngineClose.close(settings.self().id(), server, EngineClose.PATIENCE);
    } finally {
      votes.forEach(VoteFile::mend);
      notices.shutdown();
      batches.shutdownNow();
      comparing.shutdownNow();
      closing.shutdown();
      SharedThreads.leave(surroundings.fatal());
    }
  }
}
