package io.tenure.server;

import io.micrometer.core.instrument.Gauge;
import io.tenure.raft.Member;
import io.tenure.server.api.FrontEnd;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.config.Address;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.ShardRange;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.directory.DataDirectory;
import io.tenure.server.directory.IntroductionReply;
import io.tenure.server.directory.JoinState;
import io.tenure.server.membership.ClusterOperator;
import io.tenure.server.membership.Formation;
import io.tenure.server.membership.LeaderSpread;
import io.tenure.server.membership.MemberRecords;
import io.tenure.server.membership.PeerAnswers;
import io.tenure.server.membership.PeerIntroduction;
import io.tenure.server.ops.EngineMetrics;
import io.tenure.server.ops.HttpEndpoint;
import io.tenure.server.ops.Logging;
import io.tenure.server.ops.Metrics;
import io.tenure.server.ops.NodeHealth;
import io.tenure.server.peer.PeerChannels;
import io.tenure.server.peer.PeerClient;
import io.tenure.server.peer.PeerMethod;
import io.tenure.server.peer.PeerService;
import io.tenure.server.raft.ratis.wire.PeerPort;
import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import io.tenure.server.shard.WarmUp;
import io.tenure.server.transport.Transport;
import io.tenure.server.watch.WatchPlaces;
import io.tenure.server.watch.WatchSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of the service, from its data directory to its listening ports: makes its parts, starts
 * them from the log upwards, and stops them the other way round.
 */
public final class Node implements AutoCloseable {
  private static final long TICK_MILLIS = 100;
  private static final long SPREAD_MILLIS = 5_000;
  private static final int FORWARDING_CHANNELS = 8;
  private static final Duration WARM_UP = Duration.ofMillis(700);

  private final Logger log = LoggerFactory.getLogger(Node.class);
  private final ServerConfig config;
  private final DataDirectory directory;
  private final NodePlan plan;
  private final Member self;
  private final Metrics metrics = new Metrics();
  private final NodeHealth health = new NodeHealth();
  private final RunningParts running;
  private final NodeFailure failure;
  private final NodeTimer timer;
  private final boolean ownsProcess;

  private volatile boolean killed;
  private volatile @Nullable FrontEnd frontEnd;
  private @Nullable Shards engine;
  private @Nullable HttpEndpoint http;

  /**
   * A node that has not started anything.
   *
   * @param ownsProcess whether the process is this node and nothing else, and has to end with it
   */
  private Node(ServerConfig config, RunningParts running, boolean ownsProcess)
      throws IOException, StartRefusedException {
    this.ownsProcess = ownsProcess;
    this.config = config;
    this.running = running;
    this.directory = running.keep(DataDirectory.open(config));
    running.keep(metrics);
    this.plan = new NodePlan(config);
    this.self = plan.self();
    this.failure = new NodeFailure(ownsProcess, health, running);
    this.timer = new NodeTimer(failure::fatal);
  }

  /**
   * Starts a node and returns when it takes calls. In a cluster that is being founded this waits
   * for the others. For a process that is nothing else: its log becomes the node's.
   *
   * @throws StartRefusedException if it must not start as it is configured, or cannot
   */
  public static Node start(ServerConfig config) throws StartRefusedException, InterruptedException {
    Logging.start(config.logLevel());
    return start(config, true);
  }

  /**
   * Like {@link #start}, in a program that has other things to do and a log of its own: the node
   * writes there through SLF4J, and the setting {@code log-level} means nothing.
   *
   * @throws StartRefusedException if it must not start as it is configured, or cannot
   */
  public static Node embed(ServerConfig config) throws StartRefusedException, InterruptedException {
    return start(config, false);
  }

  /**
   * Deletes what a node that does not run has recorded about another one. Only before it has taken
   * part in a cluster: afterwards the members do that.
   *
   * @param data the data directory of the node that does not run
   * @return false if there was no record
   * @throws StartRefusedException if it has taken part in a cluster, or runs, or is not there
   * @throws IllegalArgumentException if the id cannot be one
   */
  public static boolean forget(Path data, String other) throws StartRefusedException {
    return DataDirectory.forget(data, other);
  }

  private static Node start(ServerConfig config, boolean ownsProcess)
      throws StartRefusedException, InterruptedException {
    RunningParts running = new RunningParts();
    try {
      Node node = new Node(config, running, ownsProcess);
      node.open();
      return node;
    } catch (IOException | RuntimeException e) {
      running.close();
      throw new StartRefusedException(NodeFailure.reason(e), e);
    } catch (StartRefusedException | InterruptedException e) {
      running.close();
      throw e;
    }
  }

  private void open() throws IOException, StartRefusedException, InterruptedException {
    if (ownsProcess) {
      failure.watchForeignThreads();
    }
    FrontEndSettings settings = plan.frontEnd();
    Transport transport = running.keep(new Transport(settings.ioThreads(), failure::fatal));
    Gauge.builder("tenure.connections.bytes", transport, Transport::connectionBytes)
        .description("Direct memory of clients' connections.")
        .baseUnit("bytes")
        .register(metrics.registry());
    PeerChannels channels = running.keep(new PeerChannels(transport, FORWARDING_CHANNELS));
    // Of its own: what clients wait for must not keep a leader from making certain that it leads.
    PeerChannels questions = running.keep(new PeerChannels(transport, 1));
    PeerClient peers = new PeerClient(questions);
    PeerAnswers answers = new PeerAnswers(directory, config.addresses());
    // Before others count on this node.
    warmUp();
    List<PeerMethod> peerMethods = PeerService.methods(answers);
    plan.requireFreeRaftPort();
    JoinState standing = form(peers, peerMethods);
    List<ShardAssembly> assemblies = assemblies();
    Shards opened =
        running.keep(
            new Shards(
                plan.engine(standing, directory.raft()),
                surroundings(assemblies, peers, peerMethods)));
    engine = opened;
    opened.start();
    directory.opened();
    for (Shard shard : opened.shards()) {
      assemblies.get(shard.index()).attach(shard);
    }
    answers.started(opened);
    health.started(opened);
    EngineMetrics.register(opened, metrics.registry());
    FrontEnd serving =
        openFrontEnd(settings, transport, channels, new MemberRecords(peers), assemblies);
    startTimers(assemblies, opened, channels, questions);
    startHttp();
    // Closed first, while streams can still name the new leader to clients.
    Resignation resignation = new Resignation(opened, this::isOrderly, serving::leadershipChanged);
    running.keep(resignation::run);
    logStart();
  }

  private JoinState form(PeerClient peers, List<PeerMethod> peerMethods)
      throws IOException, StartRefusedException, InterruptedException {
    PeerIntroduction introduction =
        (address, node, incarnation) ->
            peers
                .introduce(address, node, incarnation)
                .thenApply(
                    reply ->
                        new IntroductionReply(
                            reply.accepted(), reply.formed(), reply.member(), reply.unknown()));
    Formation formation = new Formation(directory, config.addresses(), introduction);
    if (directory.formed() || config.addresses().others().isEmpty()) {
      return formation.complete();
    }
    try (PeerPort port = new PeerPort(plan.raftListen().toString(), peerMethods)) {
      port.start();
      return formation.complete();
    }
  }

  /** A single node never takes over from another. */
  private void warmUp() {
    if (config.elections().warmUp() && !config.addresses().others().isEmpty()) {
      new WarmUp(directory.raft().resolveSibling("warm-up"), plan.shard(), WARM_UP).run();
    }
  }

  private List<ShardAssembly> assemblies() {
    WatchSettings settings = plan.watch();
    WatchPlaces places = new WatchPlaces(settings.subscriptions());
    List<ShardAssembly> assemblies = new ArrayList<>();
    for (ShardRange range : config.shards()) {
      assemblies.add(
          running.keep(
              new ShardAssembly(
                  range, settings, places, timer, metrics.registry(), failure::fatal)));
    }
    return assemblies;
  }

  private Shards.Surroundings surroundings(
      List<ShardAssembly> assemblies, PeerClient peers, List<PeerMethod> peerMethods) {
    return new Shards.Surroundings(
        assemblies::get, failure::fatal, peers, peerMethods, metrics.registry());
  }

  private FrontEnd openFrontEnd(
      FrontEndSettings settings,
      Transport transport,
      PeerChannels channels,
      MemberRecords records,
      List<ShardAssembly> assemblies)
      throws IOException {
    Shards opened = engine();
    FrontEnd.Surroundings surroundings =
        new FrontEnd.Surroundings(
            self.id(),
            new ShardMap(assemblies.stream().map(ShardAssembly::parts).toList()),
            new ClusterOperator(opened, records, self.id(), version()),
            channels,
            metrics.registry());
    FrontEnd serving =
        running.keep(new FrontEnd(plan.clientListen(), settings, transport, surroundings));
    serving.start();
    frontEnd = serving;
    opened.onLeadershipChange(serving::leadershipChanged);
    serving.leadershipChanged();
    return serving;
  }

  private Shards engine() {
    if (engine == null) {
      throw new IllegalStateException("not started");
    }
    return engine;
  }

  private static String version() {
    String version = Node.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private void startTimers(
      List<ShardAssembly> assemblies,
      Shards opened,
      PeerChannels channels,
      PeerChannels questions) {
    running.keep(timer);
    timer.every(TICK_MILLIS, () -> assemblies.forEach(ShardAssembly::tick));
    LeaderSpread spread = new LeaderSpread(opened, self.id());
    timer.every(
        SPREAD_MILLIS,
        () -> {
          spread.look();
          List<Member> others = opened.membership().others(0);
          channels.keep(others.stream().map(Member::address).toList());
          questions.keep(others.stream().map(Member::raftAddress).toList());
        });
  }

  private void startHttp() throws IOException {
    Optional<Address> address = config.addresses().http();
    if (address.isPresent()) {
      http = running.keep(HttpEndpoint.start(address.get().resolve(), health, metrics));
    }
  }

  private void logStart() {
    log.atInfo()
        .setMessage("started")
        .addKeyValue("node", self.id())
        .addKeyValue("clients", self.address())
        .addKeyValue("raft", self.raftAddress())
        .addKeyValue("http", httpAddress().orElse("off"))
        .addKeyValue("shards", config.shards().size())
        .addKeyValue("version", version())
        .log();
  }

  /** Where clients connect, as {@code HOST:PORT}. */
  public String address() {
    return self.address();
  }

  /** Where metrics and health are served, as {@code HOST:PORT}; empty if they are not. */
  public Optional<String> httpAddress() {
    return Optional.ofNullable(http)
        .map(HttpEndpoint::address)
        .map(bound -> new Address(bound.getHostString(), bound.getPort()).toString());
  }

  /**
   * Waits until the node has failed for good, and returns the reason. The node has stopped by
   * itself then, unless even that took too long.
   */
  public String awaitFailure() throws InterruptedException {
    return failure.await();
  }

  /** Transfers leadership, ends what is in flight, and frees the data directory. */
  @Override
  public void close() {
    if (!failure.hasFailed()) {
      log.info("stopping");
    }
    running.close();
    if (!failure.hasFailed()) {
      log.info("stopped");
    }
  }

  /**
   * Ends like a process that is killed: every connection breaks, leadership is not transferred, and
   * no client gets a reason. What was acknowledged is on disk. For tests of programs that use the
   * service.
   */
  public void kill() {
    killed = true;
    FrontEnd serving = frontEnd;
    if (serving != null) {
      serving.breakConnections();
    }
    running.close();
  }

  private boolean isOrderly() {
    return !killed && !failure.hasFailed();
  }
}
