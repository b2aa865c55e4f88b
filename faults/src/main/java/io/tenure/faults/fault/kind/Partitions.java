package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.cluster.network.Link;
import io.tenure.faults.cluster.network.Network;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Links that are cut. */
public final class Partitions {
  private static final int SHORTEST_FLAP_MILLIS = 100;
  private static final int LONGEST_FLAP_MILLIS = 2_000;

  /** Shorter than some TTLs. */
  private static final Duration BRIEF = Duration.ofMillis(2_500);

  private Partitions() {}

  public static Fault leader(FaultContext context, Random random)
      throws IOException, InterruptedException {
    boolean clientsToo = random.nextBoolean();
    Node leader = context.leader(random);
    Set<Link> links = context.network().around(List.of(leader.number()), clientsToo);
    return cut(
        context, List.of(leader), links, leader.id() + ", which leads, cut off from ", clientsToo);
  }

  /** Of five, one or two. */
  public static Fault minority(FaultContext context, Random random) throws IOException {
    int most = context.cluster().nodes().size() - context.cluster().majority();
    List<Node> minority = context.some(FaultContext.between(1, most, random), random);
    boolean clientsToo = random.nextBoolean();
    Set<Link> links = context.network().around(Cluster.numbers(minority), clientsToo);
    return cut(
        context, minority, links, FaultContext.names(minority) + " cut off from ", clientsToo);
  }

  private static Fault cut(
      FaultContext context, List<Node> victims, Set<Link> links, String what, boolean clientsToo)
      throws IOException {
    Network network = context.network();
    network.cut(links);
    return Fault.of(what + others(clientsToo), victims, () -> network.mend(links));
  }

  private static String others(boolean clientsToo) {
    return clientsToo ? "the others and the clients" : "the others";
  }

  /** Two halves that do not see each other, and one node that sees both. */
  public static Fault bridge(FaultContext context, Random random) throws IOException {
    List<Node> nodes = context.shuffled(random);
    int half = nodes.size() / 2;
    List<Node> one = nodes.subList(1, 1 + half);
    List<Node> other = nodes.subList(1 + half, nodes.size());
    Set<Link> links = Link.between(Cluster.numbers(one), Cluster.numbers(other));
    Network network = context.network();
    network.cut(links);
    String what =
        "%s cut off from %s, and %s sees both"
            .formatted(FaultContext.names(one), FaultContext.names(other), nodes.get(0).id());
    return Fault.of(what, List.of(), () -> network.mend(links));
  }

  /** Each for itself: there is no majority anywhere. */
  public static Fault all(FaultContext context, Random random) throws IOException {
    List<Integer> nodes = Cluster.numbers(context.cluster().nodes());
    Set<Link> links = new HashSet<>();
    for (int node : nodes) {
      links.addAll(Link.between(List.of(node), nodes.stream().filter(n -> n != node).toList()));
    }
    Network network = context.network();
    network.cut(links);
    return Fault.of("every node isolated", List.of(), () -> network.mend(links));
  }

  /** One who is heard and hears nothing, or the other way round. */
  public static Fault oneWay(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    boolean deaf = random.nextBoolean();
    boolean clientsToo = random.nextBoolean();
    Network network = context.network();
    Set<Link> links = network.around(List.of(node.number()), clientsToo);
    links.removeIf(link -> (deaf ? link.from() : link.to()) == node.number());
    network.cut(links);
    String what = node.id() + (deaf ? " receives nothing from " : " sends nothing to ");
    return Fault.of(what + others(clientsToo), node, () -> network.mend(links));
  }

  /**
   * The clients of one process, for long enough that all their sessions expire; the others get what
   * they had.
   */
  public static Fault clients(FaultContext context, Random random)
      throws IOException, InterruptedException {
    Network network = context.network();
    List<Integer> places = network.places();
    if (places.isEmpty()) {
      throw new IOException("the clients do not run in network namespaces");
    }
    int place = random.nextInt(places.size());
    boolean heard = random.nextInt(3) == 0;
    List<Integer> cutOff = List.of(places.get(place));
    Set<Link> links =
        heard ? Link.from(network.nodes(), cutOff) : Link.between(cutOff, network.nodes());
    network.cut(links);
    // Past every TTL, or for so short a time that what they wait for is still theirs.
    Thread.sleep(random.nextBoolean() ? FaultContext.EXPIRY.toMillis() : BRIEF.toMillis());
    String what =
        "the clients of "
            + context.workers().at(place)
            + (heard ? " receive nothing from the nodes" : " cut off from all nodes");
    return Fault.of(what, List.of(), () -> network.mend(links));
  }

  /** One who is there and not there. */
  public static Fault flapping(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    boolean clientsToo = random.nextBoolean();
    Random lengths = new Random(random.nextLong());
    Network network = context.network();
    Set<Link> links = network.around(List.of(node.number()), clientsToo);
    AtomicInteger changes = new AtomicInteger();
    RepeatedAction flapping =
        RepeatedAction.start(
            "flapping",
            () -> {
              if (changes.getAndIncrement() % 2 == 0) {
                network.cut(links);
              } else {
                network.mend(links);
              }
              int millis = FaultContext.between(SHORTEST_FLAP_MILLIS, LONGEST_FLAP_MILLIS, lengths);
              return Duration.ofMillis(millis);
            });
    Fault.Healing healing =
        () -> {
          flapping.end();
          if (changes.get() % 2 == 1) {
            network.mend(links);
          }
          return (changes.get() + 1) / 2 + " times";
        };
    String what = node.id() + " repeatedly cut off from " + others(clientsToo);
    return new Fault(what, List.of(node), healing);
  }
}
