package io.tenure.server.shard;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a leader's code before it is needed. Classes are loaded and compiled when they first run,
 * and the first time that a node leads would be in the middle of a failover; so each node, when it
 * starts, has a small cluster of its own for a moment: three engines in this process, in a scratch
 * directory, that elect a leader, commit, hand leadership over and commit again.
 *
 * <p>Whatever goes wrong here costs nothing but a slower first failover.
 */
public final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  /** No shard of a cluster has a name with a blank. */
  public static final String SHARD = "warm up";

  private static final int NODES = 3;
  private static final long WAIT_SECONDS = 5;

  private final Path scratch;
  private final ShardSettings settings;
  private final Duration duration;
  private final List<Shards> engines = new ArrayList<>();
  private final Map<String, Shards> byAddress = new ConcurrentHashMap<>();
  private long requests;

  /**
   * A warm-up.
   *
   * @param scratch a directory that may be created and deleted
   * @param duration how long to commit before leadership is handed over, and again after that
   */
  public WarmUp(Path scratch, ShardSettings settings, Duration duration) {
    this.scratch = scratch;
    this.settings = settings;
    this.duration = duration;
  }

  /** Takes a few seconds. */
  public void run() {
    long began = System.nanoTime();
    try {
      delete(scratch);
      start();
      Shard leader = leader();
      load(leader);
      handOver(leader);
      load(leader());
      LOG.atDebug()
          .setMessage("warmed up")
          .addKeyValue("millis", (System.nanoTime() - began) / 1_000_000)
          .addKeyValue("requests", requests)
          .log();
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      LOG.warn("the warm-up failed; the first failover may be slower", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stop();
    }
  }

  private void start() throws IOException {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        members.add(new Member("w" + i, Integer.toString(i), "127.0.0.1:" + free.getLocalPort()));
      }
    }
    for (Member member : members) {
      Shards engine =
          new Shards(
              new EngineSettings(
                  member,
                  member.raftAddress(),
                  members,
                  List.of(SHARD),
                  scratch.resolve(member.id()),
                  Duration.ofMillis(150),
                  Duration.ofMillis(300),
                  settings,
                  false),
              new Shards.Surroundings(
                  shard -> new ShardListener() {},
                  e -> LOG.debug("warm-up", e),
                  this::position,
                  List.of(),
                  new SimpleMeterRegistry()));
      engines.add(engine);
      byAddress.put(member.raftAddress(), engine);
      engine.start();
    }
  }

  private CompletableFuture<PeerPositions.Position> position(String address, int shard) {
    Shards asked = byAddress.get(address);
    return asked == null
        ? CompletableFuture.failedFuture(new IOException("not started yet"))
        : asked.position(shard);
  }

  private Shard leader() throws TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (System.nanoTime() < deadline) {
      for (Shards engine : engines) {
        Shard shard = engine.shards().get(0);
        if (shard.leadership().leads()) {
          return shard;
        }
      }
      Thread.sleep(5);
    }
    throw new TimeoutException("no leader");
  }

  private void handOver(Shard from)
      throws InterruptedException, ExecutionException, TimeoutException {
    for (Shards engine : engines) {
      if (engine.shards().get(0) == from) {
        engine.membership().transferLeadership(0, null).get(WAIT_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  private void load(Shard leader)
      throws InterruptedException, ExecutionException, TimeoutException {
    Outcome opened = apply(leader, new OpenSession(System.nanoTime(), 30_000, "warm-up"));
    if (!(opened instanceof Outcome.SessionOpened session)) {
      return;
    }
    leader.read(LockState::revision).get(WAIT_SECONDS, TimeUnit.SECONDS);
    long end = System.nanoTime() + duration.toNanos();
    for (long number = 1; System.nanoTime() < end; number += 2) {
      pair(leader, session.session(), number);
    }
  }

  private void pair(Shard leader, SessionId session, long number)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<Target> targets = List.of(Target.exclusive(Key.of("/warm/" + number % 16)));
    RequestId acquire = new RequestId(session, number);
    Outcome granted =
        apply(leader, new AcquireLock(acquire, number - 1, "w", targets, true, Value.NONE));
    if (granted instanceof Outcome.Granted grant) {
      RequestId release = new RequestId(session, number + 1);
      apply(leader, new ReleaseLock(release, number, grant.token()));
    }
  }

  private Outcome apply(Shard leader, Command command)
      throws InterruptedException, ExecutionException, TimeoutException {
    requests++;
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    leader.propose(command, new FirstOutcome(result));
    return result.get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private void stop() {
    for (Shards engine : engines) {
      try {
        engine.close();
      } catch (IOException e) {
        LOG.debug("warm-up", e);
      }
    }
    try {
      delete(scratch);
    } catch (IOException e) {
      LOG.debug("warm-up", e);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private record FirstOutcome(CompletableFuture<Outcome> result) implements Answer {
    @Override
    public void applied(Outcome outcome) {
      result.complete(outcome);
    }

    @Override
    public void failed(Failure failure) {
      result.completeExceptionally(new FailureException(failure));
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
