package io.tenure.faults.checker;

import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.LogEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A seeded world with a service that keeps all promises, clients to which faults happen, watches
 * and resources. What they see is a history in which nothing is wrong.
 */
public final class TinyWorld {
  static final int SHARDS = 2;
  static final long START = TimeUnit.HOURS.toNanos(1);
  static final long LENGTH = TimeUnit.SECONDS.toNanos(24);
  static final long CALM = START + TimeUnit.SECONDS.toNanos(12);

  private static final String CLIENT = "client";
  private static final long RAISED = 1L << 40;
  private static final int CLIENTS = 8;
  private static final int WATCHES = 3;

  private record Step(long nanos, long number, Runnable action) {}

  private final Random random;
  private final PriorityQueue<Step> steps =
      new PriorityQueue<>(Comparator.comparingLong(Step::nanos).thenComparingLong(Step::number));
  private final List<Entry> entries = new ArrayList<>();
  private final List<TinyService> services = new ArrayList<>();
  private final Map<Long, Long> deadlines = new HashMap<>();
  private final Map<String, Long> fences = new HashMap<>();
  private long now = START;
  private long numbers;

  private TinyWorld(long seed) {
    random = new Random(seed);
  }

  /** What is seen in a world, in no order. */
  public static List<Entry> history(long seed) {
    TinyWorld world = new TinyWorld(seed);
    world.run();
    return world.entries;
  }

  private void run() {
    List<TinyWatch> watches = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      services.add(new TinyService());
      for (int i = 0; i < WATCHES; i++) {
        TinyWatch watch = new TinyWatch(this, "w" + i, shard);
        watches.add(watch);
        at(START, watch::begin);
      }
    }
    for (int i = 0; i < CLIENTS; i++) {
      TinyClient client = new TinyClient(this, "c" + i, i % SHARDS);
      at(START, client::open);
      at(START + millis(500, 3_000), () -> disturb(client));
    }
    record(new Entry.Calm(CALM, START + LENGTH));
    // Which changes nothing at all.
    long jump = CALM;
    long back = jump + TimeUnit.SECONDS.toNanos(4);
    record(new Entry.Fault("clock-jump", "", jump, back, back, true));
    while (!steps.isEmpty() && steps.peek().nanos() < START + LENGTH) {
      Step step = steps.remove();
      now = step.nanos();
      step.action().run();
    }
    now = START + LENGTH;
    watches.forEach(TinyWatch::showRest);
    for (int shard = 0; shard < SHARDS; shard++) {
      record(new Entry.WatchBegan(CLIENT, shard, 1, START));
    }
    for (Entry entry : List.copyOf(entries)) {
      if (entry instanceof Entry.Watched seen && seen.watch().equals("w0")) {
        tellClient(seen);
      }
    }
    for (int shard = 0; shard < SHARDS; shard++) {
      TinyWatch watch = new TinyWatch(this, "last", shard);
      watch.begin();
      record(new Entry.RevisionRead(shard, log(shard).size(), now, now + 1));
      record(service(shard).read("last", shard, elected(shard), now + 1));
      restore(shard);
    }
  }

  /** After everything: what is granted after the backup is forgotten, but for its tokens. */
  private void restore(int shard) {
    String key = elected(shard);
    record(new Entry.Retaken(key, log(shard).size() + 2L, now + 2));
    record(new Entry.Restored("", now + 3));
    record(new Entry.Retaken(key, RAISED + 1, now + 4));
  }

  boolean isCalm() {
    return now >= CALM;
  }

  /** Faults end well before the calm begins. */
  private void disturb(TinyClient client) {
    long until = now + millis(10, 4_000);
    if (until > CALM - TimeUnit.SECONDS.toNanos(1)) {
      return;
    }
    int what = random.nextInt(10);
    if (what == 0) {
      client.kill();
    } else if (what < 5) {
      client.pause(until);
    } else {
      client.cutOff(until);
    }
    record(new Entry.Fault("fault", client.name(), now, until, until, true));
    at(until + millis(200, 2_000), () -> disturb(client));
    readRevision(client.shard());
  }

  /** Also a watch through the public client is told, and an observer, for whom a key elects. */
  private void tellClient(Entry.Watched seen) {
    LogEvent event = seen.event();
    LogEvent told = WatchStreams.asClientsTell(event);
    record(new Entry.ClientWatched(CLIENT, seen.shard(), told, seen.nanos()));
    String key = elected(seen.shard());
    boolean isMeant = event.targets().stream().anyMatch(target -> target.key().equals(key));
    if (isMeant && (event.kind() == Kind.GRANTED || event.kind() == Kind.VALUE_CHANGED)) {
      record(
          new Entry.Observed(
              CLIENT, seen.shard(), key, event.token(), event.value(), seen.nanos()));
    } else if (isMeant && event.kind() == Kind.RELEASED) {
      record(new Entry.Observed(CLIENT, seen.shard(), key, 0, "", seen.nanos()));
    }
  }

  static String elected(int shard) {
    return "/s" + shard + "/x/0";
  }

  private void readRevision(int shard) {
    long asked = now - random.nextInt(1_000_000);
    long answered = now + random.nextInt(1_000_000);
    record(new Entry.RevisionRead(shard, log(shard).size(), asked, answered));
    record(service(shard).read("reader", shard, elected(shard), answered));
  }

  // ------------------------------------------------------------------------------ for the others

  void at(long nanos, Runnable action) {
    steps.add(new Step(nanos, ++numbers, action));
  }

  long now() {
    return now;
  }

  long nextNumber() {
    return ++numbers;
  }

  Random random() {
    return random;
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Between so many milliseconds, in nanoseconds. */
  long millis(long from, long to) {
    return random.nextLong(TimeUnit.MILLISECONDS.toNanos(from), TimeUnit.MILLISECONDS.toNanos(to));
  }

  /** How long a message takes. */
  long delay() {
    return random.nextLong(50_000, 3_000_000);
  }

  void record(Entry entry) {
    entries.add(entry);
  }

  TinyService service(int shard) {
    return services.get(shard);
  }

  List<LogEvent> log(int shard) {
    return services.get(shard).log();
  }

  // ------------------------------------------------------------------------- sessions, resources

  long openSession(int shard, long ttlNanos) {
    long session = ((long) shard << 40) + ++numbers;
    deadlines.put(session, now + ttlNanos);
    watchDeadline(session, shard);
    return session;
  }

  boolean isLive(long session) {
    return deadlines.containsKey(session);
  }

  void keepAlive(long session, long ttlNanos) {
    deadlines.put(session, now + ttlNanos);
  }

  private void watchDeadline(long session, int shard) {
    at(
        deadlines.get(session) + random.nextLong(80_000_000),
        () -> {
          Long deadline = deadlines.get(session);
          if (deadline != null && deadline > now) {
            watchDeadline(session, shard);
          } else if (deadline != null) {
            endSession(session, shard, "SESSION_EXPIRED");
          }
        });
  }

  void endSession(long session, int shard, String cause) {
    deadlines.remove(session);
    service(shard).endSession(session, cause);
  }

  /** Whether the fence lets the token in. */
  boolean passesFence(String key, long token) {
    boolean passes = token >= fences.getOrDefault(key, 0L);
    if (passes) {
      fences.put(key, token);
    }
    return passes;
  }
}
