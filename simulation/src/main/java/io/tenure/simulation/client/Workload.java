package io.tenure.simulation.client;

import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.simulation.client.WorkerTask.Variation;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work of all clients' workers: random tasks, and at the end one exclusive lock each. */
public final class Workload {
  private static final Key POOL = Key.of("/pool");
  private static final int POOL_PERMITS = 2;

  private final Dice dice;
  private final List<Resource> resources;
  private final boolean plain;
  private final int workersPerClient;
  private final long thinkTime;

  /** The workers of each client's present life. */
  private final Map<LockClient, List<Worker>> workers = new LinkedHashMap<>();

  private boolean winding;

  /**
   * A workload on the keys of these resources.
   *
   * @param plain whether all tasks are exclusive locks on one key: for services with nothing else
   * @param thinkTime the mean time between two tasks of a worker
   */
  public Workload(
      World world, List<Resource> resources, boolean plain, int workersPerClient, long thinkTime) {
    this.dice = world.dice();
    this.resources = List.copyOf(resources);
    this.plain = plain;
    this.workersPerClient = workersPerClient;
    this.thinkTime = thinkTime;
  }

  /** Starts the workers of a client that has just started. */
  public void startWorkers(LockClient client) {
    List<Worker> hired = new ArrayList<>();
    for (int i = 1; i <= workersPerClient; i++) {
      hired.add(new Worker(this, client, "worker" + i));
    }
    workers.put(client, hired);
    hired.forEach(Worker::begin);
  }

  /** From now on every worker requests one more lock and then stops. */
  public void windDown() {
    winding = true;
  }

  boolean isWinding() {
    return winding;
  }

  /** Whether every worker of a living client got what it wanted after {@link #windDown}. */
  public boolean isEverybodyServed() {
    for (Map.Entry<LockClient, List<Worker>> entry : workers.entrySet()) {
      if (entry.getKey().node().isUp() && !entry.getValue().stream().allMatch(Worker::isServed)) {
        return false;
      }
    }
    return true;
  }

  /** The workers that are not done. */
  public List<Worker> unserved() {
    List<Worker> unserved = new ArrayList<>();
    workers.forEach(
        (client, hired) -> {
          if (client.node().isUp()) {
            hired.stream().filter(worker -> !worker.isServed()).forEach(unserved::add);
          }
        });
    return unserved;
  }

  long thinkTime() {
    return dice.exponential(thinkTime);
  }

  WorkerTask next() {
    long pace = Time.millis(dice.between(1L, 40L));
    if (winding) {
      return new WorkerTask(oneKey(), true, 0, 1, pace, Variation.NONE);
    }
    boolean mayWait = dice.chance(0.9);
    long patience = dice.chance(0.2) ? Time.millis(dice.between(1L, 1_500L)) : 0;
    int writes = dice.between(0, 4);
    if (plain) {
      return new WorkerTask(oneKey(), mayWait, patience, writes, pace, Variation.NONE);
    }
    List<Target> targets = targets();
    return new WorkerTask(
        targets, mayWait, patience, writes, pace, twistFor(targets.get(0).mode()));
  }

  /** Another key for somebody who holds these. */
  List<Target> secondKey(List<Target> first) {
    List<Target> others = new ArrayList<>();
    for (Resource resource : resources) {
      if (first.stream().noneMatch(target -> target.key().equals(resource.key()))) {
        others.add(Target.exclusive(resource.key()));
      }
    }
    return others.isEmpty() ? List.of() : List.of(dice.pick(others));
  }

  /** What somebody who holds these targets may write to. */
  List<Resource> writable(List<Target> targets) {
    List<Resource> writable = new ArrayList<>();
    for (Resource resource : resources) {
      if (targets.stream().anyMatch(target -> allowsWriting(target, resource.key()))) {
        writable.add(resource);
      }
    }
    return writable;
  }

  private static boolean allowsWriting(Target target, Key key) {
    boolean reaches =
        target.key().equals(key)
            || (target.scope() == Scope.SUBTREE && target.key().isAncestorOf(key));
    return reaches && target.mode().equals(Mode.EXCLUSIVE);
  }

  private List<Target> oneKey() {
    return List.of(Target.exclusive(randomKey()));
  }

  private List<Target> targets() {
    int roll = dice.between(0, 99);
    if (roll < 55) {
      return oneKey();
    } else if (roll < 70) {
      return List.of(Target.shared(randomKey()));
    } else if (roll < 78) {
      return List.of(new Target(POOL, Mode.semaphore(POOL_PERMITS), Scope.KEY));
    } else if (roll < 80) {
      // Refused as long as the key is in use as a lock, which is the point of it.
      return List.of(new Target(randomKey(), Mode.semaphore(POOL_PERMITS), Scope.KEY));
    } else if (roll < 90) {
      Mode mode = dice.chance(0.7) ? Mode.EXCLUSIVE : Mode.SHARED;
      return List.of(new Target(topKey(), mode, Scope.SUBTREE));
    }
    List<Target> first = oneKey();
    List<Target> both = new ArrayList<>(first);
    both.addAll(secondKey(first));
    return both;
  }

  private Variation twistFor(Mode mode) {
    int roll = dice.between(0, 99);
    if (roll < 3) {
      return Variation.LEAVE;
    } else if (roll < 13) {
      return Variation.SECOND_KEY;
    } else if (roll < 20) {
      return Variation.SET_VALUE;
    } else if (roll < 50 && mode.equals(Mode.SHARED)) {
      return Variation.UPGRADE;
    }
    return roll < 26 && mode.equals(Mode.EXCLUSIVE) ? Variation.DOWNGRADE : Variation.NONE;
  }

  private Key randomKey() {
    return dice.pick(resources).key();
  }

  /** A key that has all the others of its tree below it. */
  private Key topKey() {
    return resources.stream().map(Resource::key).min(Comparator.naturalOrder()).orElseThrow();
  }
}
