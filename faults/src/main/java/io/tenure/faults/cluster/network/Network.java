package io.tenure.faults.cluster.network;

import io.tenure.faults.cluster.RunResources;
import io.tenure.faults.cluster.RunResources.Kind;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A network of this machine's own: every node in a namespace, and places for clients likewise;
 * every namespace on a port of one switch, and the machine itself on another. Needs root and
 * iproute2.
 *
 * <p>The switch is a bridge in a namespace of its own, so that no firewall of this machine looks at
 * what goes through it, and all of it vanishes with the namespaces.
 */
public final class Network {
  /** The station of this process and everybody else on its machine. */
  public static final int HERE = 0;

  private static final String BRIDGE = "switch";

  private final String tag;
  private final int nodes;
  private final int stations;
  private final Subnet subnet;
  private final boolean netem;
  private final TrafficRules rules;
  private final Map<Link, LinkState> states = new HashMap<>(); // Guarded by this.

  private Network(String tag, Size size, Subnet subnet, boolean netem) {
    this.tag = tag;
    this.nodes = size.nodes();
    this.stations = 1 + size.nodes() + size.places();
    this.subnet = subnet;
    this.netem = netem;
    this.rules = new TrafficRules(subnet, stations, netem);
  }

  /**
   * How many stations there are besides this machine.
   *
   * @param nodes numbered from 1 on
   * @param places for clients, numbered from there on
   */
  public record Size(int nodes, int places) {}

  public static Network create(RunResources runResources, Size size) throws IOException {
    String tag = runResources.tag();
    Subnet subnet = Subnet.unused(ProcessHandle.current().pid());
    runResources.add(Kind.NAMESPACE, tag + "-" + BRIDGE);
    Programs.run("ip", "netns", "add", tag + "-" + BRIDGE);
    Programs.run("ip", "-n", tag + "-" + BRIDGE, "link", "add", BRIDGE, "type", "bridge");
    Programs.run("ip", "-n", tag + "-" + BRIDGE, "link", "set", BRIDGE, "up");
    Network network = new Network(tag, size, subnet, hasNetem(tag + "-" + BRIDGE));
    for (int station = 0; station < network.stations; station++) {
      network.connect(runResources, station);
    }
    return network;
  }

  private static boolean hasNetem(String space) {
    try {
      Programs.run("tc", "-n", space, "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms");
      Programs.run("tc", "-n", space, "qdisc", "del", "dev", "lo", "root");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void connect(RunResources runResources, int station) throws IOException {
    String port = TrafficRules.port(station);
    String address = host(station) + "/24";
    String end = station == HERE ? tag + "c" : "eth0";
    if (station == HERE) {
      runResources.add(Kind.LINK, end);
      ip("link", "add", end, "type", "veth", "peer", "name", port, "netns", space(BRIDGE));
      ip("addr", "add", address, "dev", end);
      ip("link", "set", end, "up");
    } else {
      String own = space(station);
      runResources.add(Kind.NAMESPACE, own);
      ip("netns", "add", own);
      ip("-n", own, "link", "add", end, "type", "veth", "peer", "name", port, "netns", switchOf());
      ip("-n", own, "addr", "add", address, "dev", end);
      ip("-n", own, "link", "set", end, "up");
      ip("-n", own, "link", "set", "lo", "up");
    }
    ip("-n", switchOf(), "link", "set", port, "master", BRIDGE, "up");
    tc(rules.initial(station));
  }

  private static void ip(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("ip"));
    all.addAll(List.of(words));
    Programs.run("", all, ProcessBuilder::start);
  }

  /** All or, if it fails, some of it: then nobody should rely on this network any more. */
  private void tc(List<String> lines) throws IOException {
    if (!lines.isEmpty()) {
      String input = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
      Programs.run(input, List.of("tc", "-n", switchOf(), "-batch", "-"), ProcessBuilder::start);
    }
  }

  private String switchOf() {
    return space(BRIDGE);
  }

  private String space(String name) {
    return tag + "-" + name;
  }

  private String space(int station) {
    return space(station <= nodes ? "n" + station : "c" + (station - nodes));
  }

  public String host(int station) {
    return subnet.host(station);
  }

  /** Where this machine is reached from all the others. */
  public String hereAddress() {
    return host(HERE);
  }

  /** What a command begins with to run where a node is, or in a client's place. */
  public List<String> enter(int station) {
    return List.of("nsenter", "--net=/run/netns/" + space(station));
  }

  /** The stations of the nodes. */
  public List<Integer> nodes() {
    return IntStream.rangeClosed(1, nodes).boxed().toList();
  }

  /** The stations that are meant for clients. */
  public List<Integer> places() {
    return IntStream.range(nodes + 1, stations).boxed().toList();
  }

  // --------------------------------------------------------------------------------- faults

  /** Whatever is sent over these vanishes. Somebody else may have cut one of them already. */
  public void cut(Collection<Link> links) throws IOException {
    change(links, LinkState::cut);
  }

  /** Takes back one {@link #cut}. */
  public void mend(Collection<Link> links) throws IOException {
    change(links, LinkState::mended);
  }

  /**
   * Makes links slow.
   *
   * @param millis about how late everything is; 0 for no longer
   */
  public void delay(Collection<Link> links, int millis) throws IOException {
    change(links, state -> state.delayed(millis));
  }

  /** Has links lose this share of all packets; 0 for no longer. */
  public void lose(Collection<Link> links, int percent) throws IOException {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("loss: " + percent + " % (expected: 0 to 100)");
    }
    change(links, state -> state.losing(percent));
  }

  /** All is well again, whoever made it otherwise. */
  public void heal() throws IOException {
    Set<Link> all;
    synchronized (this) {
      all = new LinkedHashSet<>(states.keySet());
    }
    change(all, state -> LinkState.SOUND);
  }

  /** What {@link #delay} does here, in words. */
  public String delayed(int millis) {
    return netem
        ? "delayed by " + millis + " ms"
        : "throttled to " + TrafficRules.kilobits(millis) + " kbit/s";
  }

  /**
   * The links of some nodes to everybody else.
   *
   * @param clientsToo or to the other nodes only
   */
  public Set<Link> around(Collection<Integer> some, boolean clientsToo) {
    List<Integer> others = new ArrayList<>(nodes());
    if (clientsToo) {
      others.add(HERE);
      others.addAll(places());
    }
    others.removeAll(some);
    return Link.between(some, others);
  }

  private synchronized void change(Collection<Link> links, UnaryOperator<LinkState> change)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (Link link : links) {
      LinkState before = states.getOrDefault(link, LinkState.SOUND);
      LinkState after = change.apply(before);
      lines.addAll(rules.change(link, before, after));
      states.put(link, after);
    }
    tc(lines);
  }
}
