package io.tenure.simulation.world;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries messages from node to node: late, twice, out of order, or not at all.
 *
 * <p>A message is a call on its receiver, {@code network.send(this, peer, p -> p.vote(term))}; what
 * it captures must not change any more. A message to a crashed node is lost; a paused one finds it
 * when it resumes.
 */
public final class Network {
  private final World world;
  private final List<Cut> cuts = new ArrayList<>();
  private NetworkConditions networkConditions = NetworkConditions.CALM;

  Network(World world) {
    this.world = world;
  }

  public NetworkConditions networkConditions() {
    return networkConditions;
  }

  public void setWeather(NetworkConditions newWeather) {
    networkConditions = newWeather;
    world.trace().networkConditions(newWeather);
  }

  public <N extends Node> void send(Node from, N to, Consumer<? super N> message) {
    if (isCut(from, to) || world.dice().chance(networkConditions.loss())) {
      return;
    }
    deliver(to, message);
    if (world.dice().chance(networkConditions.duplication())) {
      deliver(to, message);
    }
  }

  /** Cuts a group off from another, in both directions. */
  public Cut split(Collection<? extends Node> group, Collection<? extends Node> others) {
    return cut(new Cut(this, group, others, true));
  }

  /** Loses what one group sends to another; the way back stays open. */
  public Cut silence(Collection<? extends Node> from, Collection<? extends Node> to) {
    return cut(new Cut(this, from, to, false));
  }

  /** Cuts a node off from all others that exist now. */
  public Cut isolate(Node node) {
    List<Node> others = new ArrayList<>(world.nodes());
    others.remove(node);
    return split(List.of(node), others);
  }

  /** Mends every cut. */
  public void healAll() {
    new ArrayList<>(cuts).forEach(Cut::heal);
  }

  public boolean isCut(Node from, Node to) {
    for (int i = 0; i < cuts.size(); i++) {
      if (cuts.get(i).severs(from, to)) {
        return true;
      }
    }
    return false;
  }

  void heal(Cut cut) {
    if (cuts.remove(cut)) {
      world.trace().healed(cut);
    }
  }

  private Cut cut(Cut cut) {
    cuts.add(cut);
    world.trace().cut(cut);
    return cut;
  }

  private <N extends Node> void deliver(N to, Consumer<? super N> message) {
    world.schedule(delay(), to, Timer.ANY_INCARNATION, () -> message.accept(to));
  }

  private long delay() {
    Dice dice = world.dice();
    long delay = networkConditions.minDelay() + dice.exponential(networkConditions.meanDelay());
    return dice.chance(networkConditions.tailChance())
        ? delay + dice.exponential(networkConditions.tailDelay())
        : delay;
  }
}
