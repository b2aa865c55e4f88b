package io.tenure.server.shard;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.snapshot.Snapshot;
import io.tenure.raft.Member;
import io.tenure.raft.ReplicatedLog;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.peer.PeerCalls;
import io.tenure.server.peer.PeerCalls.StateChecksum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the state of a shard on this node with the state on the other members, at the same index
 * of the log.
 *
 * <p>The applier captures the state when it applies {@link
 * io.tenure.core.model.Command.CompareState}; the checksum is computed on another thread. Then each
 * member asks all others for theirs. If more than half of all members agree on another checksum
 * than the one of this node, this node's state is damaged, and the node stops. If there is a
 * difference without such a majority, nobody knows which state is right: every node logs an error
 * and carries on.
 */
public final class StateComparisons implements ShardListener {
  private static final Logger LOG = LoggerFactory.getLogger(StateComparisons.class);

  /** How many of its own checksums a node keeps for members that apply the log later. */
  private static final int KEPT = 16;

  private static final int MAX_EARLY = 64;
  private static final long ASK_AGAIN_MILLIS = 500;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** The other members and how to ask them. */
  public record Cluster(ReplicatedLog log, PeerCalls peers) {
    String self() {
      return log.self().id();
    }

    /** Including this node; empty while they are not known. */
    Collection<Member> members() {
      return log.members().all();
    }
  }

  private final String name;
  private final MeterRegistry meters;
  private final Consumer<Throwable> fatal;

  /** Its one thread computes the checksums and has everything below that is not shared. */
  private final ScheduledExecutorService thread;

  private final AtomicReference<@Nullable Captured> pending = new AtomicReference<>();

  /** By index. Guarded by itself. */
  private final Map<Long, Long> checksums =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > KEPT;
        }
      };

  private volatile @Nullable Cluster cluster;
  private volatile CompletableFuture<StateComparison> newest = new CompletableFuture<>();

  /** For the thread alone, as {@link #early}. */
  private @Nullable Round current;

  /** The newest that each member said of an index that this node has not reached. */
  private final Map<String, StateChecksum> early = new HashMap<>();

  public StateComparisons(
      String name,
      MeterRegistry meters,
      Consumer<Throwable> fatal,
      ScheduledExecutorService thread) {
    this.name = name;
    this.meters = meters;
    this.fatal = fatal;
    this.thread = thread;
  }

  private record Captured(
      long index, Snapshot snapshot, CompletableFuture<StateComparison> result) {}

  /** From now on others can be asked. What was captured before is compared, too. */
  public void start(Cluster known) {
    cluster = known;
  }

  @Override
  public void captured(long index, Snapshot snapshot) {
    Captured next = new Captured(index, snapshot, new CompletableFuture<>());
    Captured replaced = pending.getAndSet(next);
    if (replaced != null) {
      follow(replaced.result(), next.result());
    }
    newest = next.result();
    submit(this::beginPending);
  }

  /** Runs a task later, on the thread of comparisons. */
  public void after(long nanos, Runnable task) {
    var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  /** What comes of the newest comparison whose command was applied here. */
  public CompletableFuture<StateComparison> newest() {
    return newest.copy();
  }

  private static void follow(
      CompletableFuture<StateComparison> earlier, CompletableFuture<StateComparison> later) {
    var unused =
        later.whenComplete(
            (comparison, thrown) -> {
              if (thrown == null) {
                earlier.complete(comparison);
              } else {
                earlier.completeExceptionally(thrown);
              }
            });
  }

  /**
   * Another member asks for the checksum of this node, and says its own.
   *
   * @return empty if this node has none for that index
   */
  public OptionalLong asked(StateChecksum theirs) {
    if (theirs.version() != Snapshot.VERSION) {
      return OptionalLong.empty();
    }
    submit(() -> heard(theirs));
    synchronized (checksums) {
      Long own = checksums.get(theirs.index());
      return own == null ? OptionalLong.empty() : OptionalLong.of(own);
    }
  }

  private void submit(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("state not compared: this node is stopping", e);
    }
  }

  private void heard(StateChecksum theirs) {
    Round round = current;
    if (round != null && round.index == theirs.index()) {
      round.answered(theirs.node(), theirs.checksum());
    } else if ((round == null || round.index < theirs.index()) && early.size() < MAX_EARLY) {
      early.put(theirs.node(), theirs);
    }
  }

  private void beginPending() {
    Captured captured = pending.getAndSet(null);
    if (captured == null) {
      return;
    }
    long checksum = captured.snapshot().checksum();
    synchronized (checksums) {
      checksums.put(captured.index(), checksum);
    }
    Round before = current;
    if (before != null) {
      before.supersede(captured.result());
    }
    Round round = new Round(captured, checksum);
    current = round;
    round.look();
  }

  /** The meter's tag. */
  private void count(StateComparison.Result result) {
    String tag =
        switch (result) {
          case EQUAL -> "equal";
          case DIFFERS -> "differs";
          case UNKNOWN -> "unknown";
        };
    meters.counter("tenure.state.comparisons", "shard", name, "result", tag).increment();
  }

  /** One comparison. Everything happens on the one thread. */
  private final class Round {
    private final long index;
    private final CompletableFuture<StateComparison> result;
    private final long checksum;
    private final long beganNanos = System.nanoTime();
    private final Map<String, Long> answers = new HashMap<>();
    private final Set<String> asking = new HashSet<>();

    /** Members that have been sent this node's checksum, unless that failed. */
    private final Set<String> asked = new HashSet<>();

    private boolean over;

    /** Does not keep the snapshot, which may take much memory. */
    Round(Captured own, long checksum) {
      this.index = own.index();
      this.result = own.result();
      this.checksum = checksum;
      for (StateChecksum each : early.values()) {
        if (each.index() == index) {
          answers.put(each.node(), each.checksum());
        }
      }
      early.values().removeIf(each -> each.index() <= index);
    }

    /** Asks those that have not answered, now and then. */
    private void look() {
      if (over) {
        return;
      }
      Cluster known = cluster;
      if (known != null) {
        for (Member member : known.members()) {
          String id = member.id();
          boolean done = asked.contains(id) && answers.containsKey(id);
          if (!id.equals(known.self()) && !done && asking.add(id)) {
            ask(known, member, id);
          }
        }
      }
      conclude();
      if (!over) {
        try {
          var unused = thread.schedule(this::look, ASK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
          LOG.debug("state not compared: this node is stopping", e);
        }
      }
    }

    private void ask(Cluster known, Member member, String id) {
      StateChecksum question = new StateChecksum(known.self(), index, Snapshot.VERSION, checksum);
      CompletableFuture<OptionalLong> answer;
      try {
        answer = known.peers().stateChecksum(member.raftAddress(), known.log().index(), question);
      } catch (RuntimeException e) {
        answer = CompletableFuture.failedFuture(e);
      }
      var unused =
          answer.whenComplete((theirs, thrown) -> submit(() -> replied(id, theirs, thrown)));
    }

    private void replied(String id, @Nullable OptionalLong theirs, @Nullable Throwable thrown) {
      asking.remove(id);
      if (thrown == null && theirs != null) {
        asked.add(id);
        theirs.ifPresent(value -> answers.put(id, value));
      }
      conclude();
    }

    void answered(String id, long theirs) {
      answers.put(id, theirs);
      conclude();
    }

    private void conclude() {
      Cluster known = cluster;
      if (over || known == null) {
        return;
      }
      StateComparison comparison = comparison(known);
      if (comparison.checksums().isEmpty()) {
        return; // The engine knows no members for a moment when it installs a snapshot.
      }
      OptionalLong right = comparison.ofMajority();
      boolean damaged = right.isPresent() && right.getAsLong() != checksum;
      boolean all = comparison.checksums().values().stream().allMatch(OptionalLong::isPresent);
      boolean late = System.nanoTime() - beganNanos >= PATIENCE_NANOS;
      // The others hear of a difference from this node's questions, so these come first.
      if (late || (asking.isEmpty() && (all || damaged))) {
        end(comparison, known);
        result.complete(comparison);
      }
    }

    private StateComparison comparison(Cluster known) {
      TreeMap<String, OptionalLong> found = new TreeMap<>();
      for (Member member : known.members()) {
        String id = member.id();
        Long theirs = id.equals(known.self()) ? Long.valueOf(checksum) : answers.get(id);
        found.put(id, theirs == null ? OptionalLong.empty() : OptionalLong.of(theirs));
      }
      return new StateComparison(index, found);
    }

    /** A newer comparison has begun: says what was found so far, and leaves the rest to that. */
    void supersede(CompletableFuture<StateComparison> newer) {
      Cluster known = cluster;
      if (!over && known != null) {
        end(comparison(known), known);
      }
      over = true;
      follow(result, newer);
    }

    private void end(StateComparison comparison, Cluster known) {
      over = true;
      count(comparison.result());
      if (comparison.result() == StateComparison.Result.DIFFERS) {
        OptionalLong right = comparison.ofMajority();
        if (right.isPresent() && right.getAsLong() != checksum) {
          fatal.accept(new IOException(damage(comparison, known)));
        } else {
          LOG.error(difference(comparison));
        }
      } else {
        LOG.atDebug()
            .setMessage("state compared")
            .addKeyValue("shard", name)
            .addKeyValue("index", index)
            .addKeyValue("result", comparison.result())
            .log();
      }
    }

    private String damage(StateComparison comparison, Cluster known) {
      Map<Long, List<String>> nodes = byChecksum(comparison);
      nodes.getOrDefault(checksum, new ArrayList<>()).remove(known.self());
      String elsewhere =
          nodes.entrySet().stream()
              .filter(each -> !each.getValue().isEmpty())
              .map(each -> "on %s %016x".formatted(list(each.getValue()), each.getKey()))
              .collect(Collectors.joining(", "));
      return ("state of shard %s at log index %d differs from the other nodes (checksum here %016x,"
              + " %s): this replica is damaged; remove this node's data and add it again as a new"
              + " member (docs/operations.md)")
          .formatted(name, index, checksum, elsewhere);
    }

    private String difference(StateComparison comparison) {
      String found =
          byChecksum(comparison).entrySet().stream()
              .map(each -> "%016x on %s".formatted(each.getKey(), list(each.getValue())))
              .collect(Collectors.joining(", "));
      return "state of shard %s at log index %d differs between the nodes (checksum %s): %s (docs/operations.md)"
          .formatted(
              name,
              index,
              found,
              comparison.ofMajority().isPresent()
                  ? "the majority is right, and the other node stops"
                  : "no majority agrees, so it is not known which replica is damaged");
    }

    private static Map<Long, List<String>> byChecksum(StateComparison comparison) {
      Map<Long, List<String>> nodes = new TreeMap<>();
      comparison
          .checksums()
          .forEach(
              (node, found) ->
                  found.ifPresent(
                      value -> nodes.computeIfAbsent(value, each -> new ArrayList<>()).add(node)));
      return nodes;
    }

    private static String list(List<String> nodes) {
      return String.join(" and ", nodes);
    }
  }
}
