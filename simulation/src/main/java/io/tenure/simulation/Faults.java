package io.tenure.simulation;

import io.tenure.simulation.world.Cut;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.LocalClock;
import io.tenure.simulation.world.Network;
import io.tenure.simulation.world.NetworkConditions;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Injects random faults, each for a limited time, and ends all of them at the end. */
final class Faults {
  private static final double KINDS_PER_WORLD = 0.6;
  private static final double WORLDS_WITH_INSANE_CLOCKS = 0.15;
  private static final double CLIENTS_THAT_STAY_DEAD = 0.25;

  private final World world;
  private final Network network;
  private final Dice dice;
  private final LockSystem system;
  private final List<Node> clients;
  private final List<Fault> kinds = new ArrayList<>();
  private final FaultCount count = new FaultCount();

  /** Clients that crashed for good. */
  private final List<Node> gone = new ArrayList<>();

  private final Holders holders = new Holders();
  private final NetworkConditions usual;
  private final long meanGap;
  private boolean mended;

  Faults(World world, LockSystem system, List<Node> clients, Set<Fault> possible) {
    this.world = world;
    this.network = world.network();
    this.dice = world.dice();
    this.system = system;
    this.clients = clients;
    this.usual = possible.isEmpty() ? NetworkConditions.CALM : randomWeather();
    this.meanGap = Time.millis(dice.between(200L, 2_500L));
    for (Fault kind : possible) {
      if (dice.chance(kind == Fault.INSANE_DRIFT ? WORLDS_WITH_INSANE_CLOCKS : KINDS_PER_WORLD)) {
        kinds.add(kind);
      }
    }
  }

  FaultCount count() {
    return count;
  }

  private NetworkConditions randomWeather() {
    return new NetworkConditions(
        dice.between(50 * Time.MICROSECOND, Time.MILLISECOND),
        dice.between(100 * Time.MICROSECOND, dice.chance(0.8) ? Time.MILLISECOND : Time.millis(20)),
        dice.chance(0.5) ? 0 : dice.between(0, 0.05),
        Time.millis(dice.between(5L, 300L)),
        dice.chance(0.5) ? 0 : dice.between(0, 0.03),
        dice.chance(0.5) ? 0 : dice.between(0, 0.03));
  }

  /** Starts to inject faults, until {@link #stopFaults}. */
  void begin() {
    world.listen(holders);
    network.setWeather(usual);
    strikeLater();
  }

  private void strikeLater() {
    if (!kinds.isEmpty()) {
      world.after(dice.exponential(meanGap), this::injectNext);
    }
  }

  private void injectNext() {
    if (!mended) {
      Fault kind = dice.pick(kinds);
      if (inject(kind)) {
        count.add(kind);
      }
      strikeLater();
    }
  }

  /** Ends all faults. Clients that crashed for good stay down. */
  void stopFaults() {
    mended = true;
    network.healAll();
    network.setWeather(NetworkConditions.CALM);
    for (Node node : world.nodes()) {
      node.resume();
      if (!node.clock().isSane()) {
        node.setClockRate(1);
      }
      if (!gone.contains(node)) {
        node.start();
      }
    }
  }

  /** Returns false if there was nothing that this fault could affect. */
  private boolean inject(Fault kind) {
    Node leader = system.leader();
    return switch (kind) {
      case SERVER_CRASH -> crash(dice.pick(system.servers()));
      case LEADER_CRASH -> crash(leader);
      case MAJORITY_CRASH -> crashMajority();
      case CLIENT_CRASH -> crashClient();
      case SERVER_PAUSE -> pause(dice.pick(system.servers()));
      case LEADER_PAUSE -> pause(leader);
      case CLIENT_PAUSE -> pause(dice.pick(clients));
      case HOLDER_PAUSE -> pause(holders.any(dice));
      case SPLIT -> split();
      case ONE_WAY_SILENCE -> silence(dice.pick(world.nodes()));
      case LEADER_ISOLATION -> isolate(leader);
      case SERVER_SPLIT -> splitFromServers(leader);
      case NODE_ISOLATION -> isolate(dice.pick(world.nodes()));
      case LOSS -> networkConditions(usual.withLoss(dice.between(0.05, 0.6)));
      case DUPLICATION -> networkConditions(usual.withDuplication(dice.between(0.1, 0.8)));
      case DELAY -> networkConditions(usual.withTail(dice.between(0.05, 0.5), randomDelay()));
      case SANE_DRIFT -> drift(saneRate(dice));
      case INSANE_DRIFT -> drift(dice.between(0.3, 3.0));
      case WALL_JUMP -> jump(dice.pick(system.servers()));
      case REVOCATION -> system.revokeSomething();
      case RAISED_REVISION -> system.raiseRevision();
    };
  }

  private boolean crash(@Nullable Node node) {
    if (node == null || !node.isUp()) {
      return false;
    }
    node.crash();
    world.after(Time.millis(dice.between(20L, 4_000L)), node::start);
    return true;
  }

  private boolean crashMajority() {
    int left = system.servers().size() / 2 + 1;
    boolean any = false;
    for (Node server : system.servers()) {
      if (left > 0 && dice.chance(0.8)) {
        left--;
        any |= crash(server);
      }
    }
    return any;
  }

  private boolean crashClient() {
    Node client = dice.pick(clients);
    if (!client.isUp()) {
      return false;
    }
    if (!dice.chance(CLIENTS_THAT_STAY_DEAD)) {
      return crash(client);
    }
    client.crash();
    return gone.add(client);
  }

  private boolean pause(@Nullable Node node) {
    if (node == null || !node.isUp() || node.isPaused()) {
      return false;
    }
    node.pause();
    world.after(Time.millis(dice.between(20L, 4_000L)), node::resume);
    return true;
  }

  private boolean split() {
    List<Node> here = new ArrayList<>();
    List<Node> there = new ArrayList<>();
    for (Node node : world.nodes()) {
      (dice.chance(0.5) ? here : there).add(node);
    }
    return healLater(network.split(here, there));
  }

  private boolean silence(Node node) {
    List<Node> others = new ArrayList<>(world.nodes());
    others.remove(node);
    return healLater(
        dice.chance(0.5)
            ? network.silence(List.of(node), others)
            : network.silence(others, List.of(node)));
  }

  private boolean isolate(@Nullable Node node) {
    return node != null && healLater(network.isolate(node));
  }

  /** Its clients still reach it. */
  private boolean splitFromServers(@Nullable Node node) {
    if (node == null) {
      return false;
    }
    List<Node> others = new ArrayList<>(system.servers());
    others.remove(node);
    return healLater(network.split(List.of(node), others));
  }

  private boolean healLater(Cut cut) {
    world.after(Time.millis(dice.between(50L, 6_000L)), cut::heal);
    return true;
  }

  private boolean networkConditions(NetworkConditions networkConditions) {
    network.setWeather(networkConditions);
    world.after(Time.millis(dice.between(100L, 4_000L)), this::calmDown);
    return true;
  }

  private void calmDown() {
    network.setWeather(mended ? NetworkConditions.CALM : usual);
  }

  private boolean drift(double rate) {
    Node node = dice.pick(world.nodes());
    double later = saneRate(dice);
    node.setClockRate(rate);
    world.after(Time.millis(dice.between(500L, 5_000L)), () -> node.setClockRate(later));
    return true;
  }

  private boolean jump(Node node) {
    long size = dice.exponential(Time.seconds(60));
    node.jumpWallClock(dice.chance(0.5) ? size : -size);
    return true;
  }

  private long randomDelay() {
    return Time.millis(dice.between(20L, 1_000L));
  }

  static double saneRate(Dice dice) {
    return 1 + dice.between(-LocalClock.SANE_DRIFT, LocalClock.SANE_DRIFT);
  }
}
