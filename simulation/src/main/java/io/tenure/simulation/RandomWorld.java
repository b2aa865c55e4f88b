package io.tenure.simulation;

import static io.tenure.simulation.check.Promise.FAIR;

import io.tenure.core.model.Key;
import io.tenure.simulation.check.Checker;
import io.tenure.simulation.check.PromiseBroken;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.client.Resource;
import io.tenure.simulation.client.Workload;
import io.tenure.simulation.peer.PeerService;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The world that a seed stands for: a lock system, three to twelve clients on one to four keys, a
 * time of faults, and a calm in which everybody alive must be served.
 */
final class RandomWorld {
  /**
   * How long the calm may last: sessions of dead clients expire (3 s), a leader is found (1 s), and
   * two dozen workers on one key have their turn, a third of a second each.
   */
  private static final long CALM = Time.seconds(20);

  private static final List<Key> KEYS =
      List.of(Key.of("/jobs"), Key.of("/jobs/a"), Key.of("/jobs/b"), Key.of("/mail"));

  private final World world;
  private final Checker checker = new Checker();
  private final LockSystem system;
  private final List<Resource> resources = new ArrayList<>();
  private final List<LockClient> clients = new ArrayList<>();
  private final Workload workload;
  private final Faults faults;
  private final long seed;

  RandomWorld(long seed, Setup setup) {
    this.seed = seed;
    this.world = new World(seed);
    Dice dice = world.dice();
    this.system = systemFor(setup, world);
    boolean fencing = setup.fencing() && !system.isPlain();
    for (Key key : KEYS.subList(0, dice.between(1, KEYS.size()))) {
      resources.add(new Resource(world, key.path(), key, fencing));
    }
    this.workload =
        new Workload(
            world,
            resources,
            system.isPlain(),
            dice.between(1, 2),
            Time.millis(dice.between(50L, 1_000L)));
    int population = dice.between(3, 12);
    for (int i = 1; i <= population; i++) {
      long ttlMillis = dice.between(1_000L, 3_000L);
      clients.add(system.client("Client" + i, ttlMillis, workload::startWorkers));
    }
    List<Node> clientNodes = clients.stream().map(LockClient::node).toList();
    this.faults = new Faults(world, system, clientNodes, setup.faults());
  }

  private static LockSystem systemFor(Setup setup, World world) {
    return switch (setup.system()) {
      case TENURE -> new TenureSystem(world, setup.flaws());
      case REDIS -> new PeerSystem(PeerService.redis(world));
      case REDLOCK -> new PeerSystem(PeerService.redlock(world));
    };
  }

  /** To listen to. */
  World world() {
    return world;
  }

  /** Lets it happen, once. */
  Run run() {
    world.listen(checker);
    try {
      live();
      return result(null);
    } catch (PromiseBroken broken) {
      return result(broken);
    } catch (RuntimeException bug) {
      throw new IllegalStateException("seed " + seed + " at " + Time.text(world.now()), bug);
    }
  }

  private void live() {
    for (Node node : world.nodes()) {
      node.setClockRate(Faults.saneRate(world.dice()));
    }
    system.start();
    resources.forEach(Node::start);
    clients.forEach(client -> client.node().start());
    faults.begin();
    world.runUntil(Time.millis(world.dice().between(15_000L, 50_000L)));
    faults.stopFaults();
    workload.windDown();
    boolean served = world.runUntil(world.now() + CALM, workload::isEverybodyServed);
    checker
        .counts()
        .expect(
            FAIR,
            served,
            () ->
                "the faults ended "
                    + Time.text(CALM)
                    + " ago, and these workers are still waiting: "
                    + workload.unserved());
    system.settle(checker);
  }

  private Run result(@Nullable PromiseBroken broken) {
    return new Run(
        seed,
        world.now(),
        world.events(),
        world.digest(),
        checker.counts(),
        faults.count(),
        broken);
  }
}
