package io.tenure.server.raft.ratis;

import io.tenure.raft.PeerPositions;
import io.tenure.raft.ReplicatedLog;
import io.tenure.raft.StateMachine;
import io.tenure.server.peer.PeerMethod;
import io.tenure.server.raft.ratis.append.EngineInsides;
import io.tenure.server.raft.ratis.append.LeanRpc;
import io.tenure.server.raft.ratis.files.ShardFiles;
import io.tenure.server.raft.ratis.files.VoteFile;
import io.tenure.server.raft.ratis.wire.PeerCallService;
import io.tenure.server.thread.FutureErrors;
import io.tenure.server.thread.NodeThreads;
import io.tenure.server.thread.SharedThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.ExitUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Raft engine of this node, with one group for each shard. */
public final class RatisEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RatisEngine.class);
  private static final long RECONCILE_MILLIS = 100;
  private static final long VOTES_MILLIS = 1_000;
  private static final long CHANNELS_MILLIS = 1_000;

  static {
    // Else the engine ends the process if its port is taken. Doing this also makes every uncaught
    // exception of any thread its business, which it is not.
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    ExitUtils.disableSystemExit();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  private final EngineSettings settings;
  private final Environment environment;
  private final RaftServer server;
  private final ClientId clientId = ClientId.randomId();
  private final CallIds calls = new CallIds();
  private final Map<RaftGroupId, RatisStateMachine> machines = new ConcurrentHashMap<>();
  private final List<RatisLog> logs = new CopyOnWriteArrayList<>();
  private final List<VoteFile> votes = new CopyOnWriteArrayList<>();
  private final ExecutorService closing;
  private final CrashTrigger crashTrigger;

  /**
   * What the engine reports to and asks.
   *
   * @param machines for each log, by its index
   * @param fatal receives what this node cannot go on after; must end the process
   * @param positions how to ask other nodes where their logs end
   * @param peerMethods what others ask of this node besides the engine, on the engine's port
   * @param notices one thread for what must not run under the engine's locks
   */
  public record Environment(
      IntFunction<StateMachine> machines,
      Consumer<Throwable> fatal,
      PeerPositions positions,
      List<PeerMethod> peerMethods,
      ScheduledExecutorService notices) {}

  public RatisEngine(EngineSettings settings, Environment environment) throws IOException {
    this.settings = settings;
    this.environment = environment;
    NodeThreads threads = new NodeThreads(environment.fatal());
    this.closing = Executors.newCachedThreadPool(threads.daemons("tenure-closing"));
    for (int i = 0; i < settings.shards().size(); i++) {
      String name = settings.shards().get(i);
      machines.put(
          groupId(name),
          new RatisStateMachine(
              name, environment.machines().apply(i), settings.shard(), environment.fatal()));
    }
    RaftProperties properties = EngineProperties.of(settings);
    Parameters parameters = new Parameters();
    parameters.put(
        LeanRpc.OWNER,
        new LeanRpc.Owner(new PeerCallService(environment.peerMethods()), environment.fatal()),
        LeanRpc.Owner.class);
    SharedThreads.join(environment.fatal());
    this.server =
        RaftServer.newBuilder()
            .setServerId(RaftPeerId.valueOf(settings.self().id()))
            .setProperties(properties)
            .setParameters(parameters)
            .setStateMachineRegistry(this::machine)
            .setThreadGroup(new EngineThreads(settings.self().id(), environment.fatal()))
            .build();
    // Not before: what the engine found there it would open by itself, without knowing its members.
    RaftServerConfigKeys.setStorageDir(properties, List.of(settings.directory().toFile()));
    this.crashTrigger =
        new CrashTrigger(
            settings.self().id(), server, logs, environment.positions(), environment.fatal());
  }

  /** On the thread of notices: who leads, or who is a member, may have changed. */
  public void leadersChanged() {
    crashTrigger.leadersChanged();
  }

  private RatisStateMachine machine(RaftGroupId group) {
    RatisStateMachine machine = machines.get(group);
    if (machine == null) {
      throw new IllegalStateException(
          "the data directory has a shard that the configuration does not: " + group);
    }
    return machine;
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

  /** Opens every log; returns when they are open, not when there is a leader. */
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
      EngineInsides.watchLogWriter(division, environment.fatal());
      logs.add(newLog(i, name, division));
      VoteFile vote = new VoteFile(division);
      vote.reserve();
      votes.add(vote);
    }
    repeat(this::reconcile, RECONCILE_MILLIS);
    repeat(this::checkVotes, VOTES_MILLIS);
    repeat(
        new VoteChannels(server, logs, LeanRpc.failedCalls(), closing)::replaceFailed,
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
    List<RaftPeer> initial = settings.initialMembers().stream().map(Members::peer).toList();
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

  private RatisLog newLog(int index, String name, RaftServer.Division division) {
    RatisStateMachine machine = machine(division.getMemberId().getGroupId());
    machine.snapshots().onWritten(() -> dropLogBefore(division));
    return new RatisLog(
        new RatisLog.Parts(
            index,
            name,
            settings.self(),
            division,
            machine,
            clientId,
            calls,
            settings.shard().stateBytes()));
  }

  private void repeat(Runnable task, long millis) {
    ScheduledFuture<?> unused =
        environment.notices().scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Also because Ratis tells who the new leader is, but not that there is none any more. */
  private void reconcile() {
    try {
      for (RatisLog log : logs) {
        log.machine().reconcile();
      }
    } catch (RuntimeException e) {
      LOG.warn("leadership not reconciled", e);
    }
  }

  private void checkVotes() {
    try {
      for (VoteFile vote : votes) {
        vote.check();
      }
    } catch (IOException e) {
      environment.fatal().accept(e);
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
                    if (!FutureErrors.reportError(e, environment.fatal())) {
                      LOG.warn("the log before the last snapshot was not dropped", e);
                    }
                    return null;
                  });
    } catch (RuntimeException e) {
      LOG.warn("the log before the last snapshot was not dropped", e);
    }
  }

  /** In the order of the configuration. */
  public List<ReplicatedLog> logs() {
    return List.copyOf(logs);
  }

  public Membership membership() {
    return new Membership(server, logs, clientId, calls, closing);
  }

  @Override
  public void close() throws IOException {
    crashTrigger.close();
    machines.values().forEach(RatisStateMachine::expectClose);
    try {
      EngineClose.close(settings.self().id(), server, EngineClose.PATIENCE);
    } finally {
      votes.forEach(VoteFile::mend);
      closing.shutdown();
      SharedThreads.leave(environment.fatal());
    }
  }
}
