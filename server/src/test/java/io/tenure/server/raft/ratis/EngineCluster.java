package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.harness.Ports;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Real engines on real disks and sockets, in this process; nodes ask each other directly. */
public final class EngineCluster implements AutoCloseable {
  static final ShardSettings SETTINGS =
      new ShardSettings(1_024, 1 << 20, 2, 20_000, 64L << 20, 1_000_000);

  /** When nodes run for leader by themselves, at least; at most it is twice as long. */
  private static final Duration QUICK = Duration.ofMillis(300);

  /** For tests that ask one leader from beginning to end, also on a machine that stalls. */
  static final Duration STEADY = Duration.ofSeconds(2);

  /** What is said of a command when leaders change. */
  private static final Set<Failure.Kind> AGAIN =
      Set.of(Failure.Kind.NOT_LEADER, Failure.Kind.NO_LEADER, Failure.Kind.LEADERSHIP_LOST);

  private final Path directory;
  private final ShardSettings settings;
  private final Duration electionTimeout;
  private final List<String> shards;
  private final List<Member> members = new ArrayList<>();

  /** Of nodes that have other ones than the rest. */
  private final Map<String, ShardSettings> ownSettings = new ConcurrentHashMap<>();

  private final Map<String, Node> nodes = new ConcurrentHashMap<>();

  public EngineCluster(Path directory, int size) throws IOException {
    this(directory, size, SETTINGS, List.of("main"));
  }

  EngineCluster(Path directory, int size, ShardSettings settings, List<String> shards)
      throws IOException {
    this(directory, size, settings, shards, QUICK);
  }

  EngineCluster(
      Path directory,
      int size,
      ShardSettings settings,
      List<String> shards,
      Duration electionTimeout)
      throws IOException {
    this(directory, size, settings, shards, electionTimeout, Map.of());
  }

  /** One with nodes that have settings of their own. */
  public EngineCluster(
      Path directory, int size, ShardSettings settings, Map<String, ShardSettings> ownSettings)
      throws IOException {
    this(directory, size, settings, List.of("main"), QUICK, ownSettings);
  }

  private EngineCluster(
      Path directory,
      int size,
      ShardSettings settings,
      List<String> shards,
      Duration electionTimeout,
      Map<String, ShardSettings> ownSettings)
      throws IOException {
    this.ownSettings.putAll(ownSettings);
    this.directory = directory;
    this.settings = settings;
    this.electionTimeout = electionTimeout;
    this.shards = shards;
    for (int i = 1; i <= size; i++) {
      members.add(newMember("n" + i));
    }
    for (Member member : members) {
      start(member, members);
    }
  }

  private static Member newMember(String id) {
    return new Member(id, id + ":1", "127.0.0.1:" + Ports.free());
  }

  private void start(Member member, List<Member> initial) throws IOException {
    nodes.put(member.id(), new Node(member, initial));
  }

  /** A node that waits to be added. */
  Member startNew(String id) throws IOException {
    Member member = newMember(id);
    start(member, List.of());
    return member;
  }

  void restart(String id) throws IOException {
    start(member(id), members);
  }

  public void restart(String id, ShardSettings changed) throws IOException {
    ownSettings.put(id, changed);
    restart(id);
  }

  Member member(String id) {
    return members.stream().filter(member -> member.id().equals(id)).findFirst().orElseThrow();
  }

  public void stop(String id) throws IOException {
    Node node = nodes.remove(id);
    if (node != null) {
      node.engine.close();
    }
  }

  public Node node(String id) {
    Node node = nodes.get(id);
    assertThat(node).as("node " + id).isNotNull();
    return node;
  }

  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  public Node leader() {
    return leader(0);
  }

  Node leader(int shard) {
    await(() -> findLeader(shard) != null);
    Node found = findLeader(shard);
    return found == null ? leader(shard) : found;
  }

  private @Nullable Node findLeader(int shard) {
    for (Node node : nodes.values()) {
      if (node.engine.shards().get(shard).leadership().leads()) {
        return node;
      }
    }
    return null;
  }

  public List<Node> followers() {
    Node leader = leader();
    return nodes.values().stream().filter(node -> node != leader).toList();
  }

  /** Asks whoever leads, again if another has come to lead: for what may be asked twice. */
  public Outcome apply(Command command) {
    List<Outcome> outcomes = new ArrayList<>();
    await(
        () -> {
          RecordedAnswer answer = new RecordedAnswer();
          leader().shard().propose(command, answer);
          await(answer::heard);
          if (answer.failures.stream().noneMatch(failure -> AGAIN.contains(failure.kind()))) {
            outcomes.add(answer.outcome());
          }
          return !outcomes.isEmpty();
        });
    return outcomes.get(0);
  }

  public static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time to wait for it").isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  @Override
  public void close() throws IOException {
    for (String id : new ArrayList<>(nodes.keySet())) {
      stop(id);
    }
  }

  /** One engine and what was heard from it. */
  public final class Node {
    public final String id;
    final String raftAddress;
    public final Shards engine;
    final List<Event> events = new CopyOnWriteArrayList<>();
    public final List<Throwable> fatal = new CopyOnWriteArrayList<>();
    final ConcurrentLinkedQueue<String> notices = new ConcurrentLinkedQueue<>();

    Node(Member member, List<Member> initial) throws IOException {
      id = member.id();
      raftAddress = member.raftAddress();
      EngineSettings engineSettings =
          new EngineSettings(
              member,
              member.raftAddress(),
              initial,
              shards,
              directory.resolve(id),
              electionTimeout,
              electionTimeout.multipliedBy(2),
              ownSettings.getOrDefault(id, settings),
              true);
      engine =
          new Shards(
              engineSettings,
              new Shards.Surroundings(
                  shard -> new Listener(),
                  fatal::add,
                  EngineCluster.this::position,
                  List.of(),
                  new SimpleMeterRegistry()));
      try {
        engine.start();
      } catch (IOException e) {
        engine.close();
        throw e;
      }
    }

    public Shard shard() {
      return engine.shards().get(0);
    }

    Outcome apply(Command command) {
      RecordedAnswer answer = new RecordedAnswer();
      shard().propose(command, answer);
      return answer.outcome();
    }

    private final class Listener implements ShardListener {
      @Override
      public void leads(long term, LockState state) {
        notices.add("leads");
      }

      @Override
      public void deposed() {
        notices.add("deposed");
      }

      @Override
      public void opened(Session session) {
        notices.add("opened " + session.id());
      }

      @Override
      public void ended(SessionId session) {
        notices.add("ended " + session);
      }

      @Override
      public void changed(List<Event> changes) {
        events.addAll(changes);
      }

      @Override
      public void restored(LockState state) {
        notices.add("restored");
      }
    }
  }

  private CompletableFuture<PeerPositions.Position> position(String address, int shard) {
    Node node =
        nodes.values().stream()
            .filter(each -> each.raftAddress.equals(address))
            .findFirst()
            .orElse(null);
    return node == null
        ? CompletableFuture.failedFuture(new IOException("gone"))
        : node.engine.position(shard);
  }

  /** What an answer heard. */
  public static final class RecordedAnswer implements Answer {
    final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    public final List<Failure> failures = new CopyOnWriteArrayList<>();

    @Override
    public void applied(Outcome outcome) {
      outcomes.add(outcome);
    }

    @Override
    public void failed(Failure failure) {
      failures.add(failure);
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }

    public Outcome outcome() {
      await(() -> !outcomes.isEmpty() || !failures.isEmpty());
      assertThat(failures).isEmpty();
      return outcomes.get(outcomes.size() - 1);
    }

    public boolean heard() {
      return !outcomes.isEmpty() || !failures.isEmpty();
    }
  }
}
