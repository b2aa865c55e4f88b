package io.tenure.faults.work;

import io.grpc.ManagedChannel;
import io.tenure.client.Tenure;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.resource.ResourceClient;
import io.tenure.faults.work.role.Role;
import io.tenure.faults.work.role.RoleKind;
import io.tenure.faults.work.role.RoleKind.Means;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clients of one process, each on a thread of its own. */
final class Worker {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private static final Duration DEFAULT_TTL = Duration.ofSeconds(3);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Who has not ended by itself after this is interrupted, again and again. */
  private static final long PATIENCE_MILLIS = 3_000;

  private static final long INTERRUPTS = 20;
  private static final long BETWEEN_INTERRUPTS_MILLIS = 500;

  /**
   * What a worker is to be.
   *
   * @param number what no other worker of the run has
   * @param resources where the resources are, HOST:PORT
   * @param perSecond how many operations at most, of all clients together
   */
  record Orders(
      String name,
      int number,
      long seed,
      List<String> endpoints,
      String resources,
      int clients,
      int shards,
      int perSecond) {}

  private final Orders orders;
  private final Recorder recorder;
  private final Pacer pacer;
  private final List<Tenure> tenures = new ArrayList<>();
  private final List<ManagedChannel> channels;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean stopping;

  Worker(Orders orders, HistoryWriter history) {
    this.orders = orders;
    this.recorder = new Recorder(history, orders.number());
    this.pacer = new Pacer(orders.perSecond());
    this.channels = PlainCalls.channels(orders.endpoints());
    // One for each shard: what a session has in one shard is lost when it is lost in another.
    for (int shard = 0; shard < orders.shards(); shard++) {
      tenures.add(
          Tenure.builder()
              .endpoints(orders.endpoints())
              .ttl(DEFAULT_TTL)
              .timeout(TIMEOUT)
              .name(orders.name())
              .connect());
    }
  }

  /** What the client of this number is called. */
  static String clientName(String worker, int client) {
    return worker + ".c" + client;
  }

  void start() throws IOException {
    StarvationDetector.start(recorder, orders.name());
    List<RoleKind> kinds = new ArrayList<>(Arrays.asList(RoleKind.values()));
    Collections.shuffle(kinds, new Random(orders.seed()));
    for (int i = 0; i < orders.clients(); i++) {
      int place = orders.number() * orders.clients() + i;
      RoleKind kind = kinds.get(place % kinds.size());
      Role role = role(kind, i, place / kinds.size() % orders.shards());
      Thread thread = new Thread(() -> run(role), clientName(orders.name(), i) + "-" + kind);
      threads.add(thread);
      thread.start();
    }
  }

  private Role role(RoleKind kind, int client, int shard) throws IOException {
    String name = clientName(orders.name(), client);
    ClientContext self =
        new ClientContext(
            name,
            shard,
            new Random(orders.seed() * 1_000_003 + orders.number() * 1_009L + client),
            new Keyspace(orders.shards()),
            recorder,
            ResourceClient.connect(orders.resources(), name),
            pacer,
            () -> stopping);
    PlainCalls calls = new PlainCalls(channels, orders.number() + client);
    return kind.make(self, new Means(tenures.get(shard), calls));
  }

  private void run(Role role) {
    try {
      while (!stopping) {
        step(role);
      }
      role.end();
    } catch (InterruptedException e) {
      log.debug("interrupted by the end of the run");
    } catch (RuntimeException | Error bug) {
      failures.incrementAndGet();
      log.error("a client ended because of an unexpected exception", bug);
    }
  }

  private void step(Role role) {
    try {
      role.step();
    } catch (InterruptedException e) {
      log.debug("interrupted; continuing unless the run ends");
    }
  }

  /**
   * Ends all clients: what they hold is given back, if the service answers.
   *
   * @return whether all went on until now, and have ended in time
   */
  boolean stop() throws InterruptedException {
    stopping = true;
    boolean ended = join(PATIENCE_MILLIS);
    for (int i = 0; !ended && i < INTERRUPTS; i++) {
      threads.forEach(Thread::interrupt);
      ended = join(BETWEEN_INTERRUPTS_MILLIS);
    }
    tenures.forEach(Tenure::close);
    channels.forEach(ManagedChannel::shutdownNow);
    return ended && failures.get() == 0;
  }

  private boolean join(long millis) throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
      if (left > 0) {
        thread.join(left);
      }
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }
}
