package io.tenure.simulation.world;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** A break in the network, until it is healed. */
public final class Cut {
  private final Network network;
  private final List<Node> from;
  private final List<Node> to;
  private final BitSet here;
  private final BitSet there;
  private final boolean bothWays;

  Cut(
      Network network,
      Collection<? extends Node> here,
      Collection<? extends Node> there,
      boolean bothWays) {
    this.network = network;
    this.from = List.copyOf(here);
    this.to = List.copyOf(there);
    this.here = numbers(here);
    this.there = numbers(there);
    this.bothWays = bothWays;
  }

  public void heal() {
    network.heal(this);
  }

  boolean severs(Node from, Node to) {
    return severs(from.number(), to.number()) || (bothWays && severs(to.number(), from.number()));
  }

  private boolean severs(int from, int to) {
    return here.get(from) && there.get(to);
  }

  private static BitSet numbers(Collection<? extends Node> nodes) {
    BitSet numbers = new BitSet();
    for (Node node : nodes) {
      numbers.set(node.number());
    }
    return numbers;
  }

  /** {@code [Server1] | [Server2, Server3]}, with an arrow if only one direction is cut. */
  @Override
  public String toString() {
    return from + (bothWays ? " | " : " |> ") + to;
  }
}
