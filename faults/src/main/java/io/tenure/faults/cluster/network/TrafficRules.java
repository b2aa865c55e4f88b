package io.tenure.faults.cluster.network;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code tc} is told, line by line.
 *
 * <p>Each station has a port of the switch, and what leaves the switch through that port is sorted
 * by who sent it: a class of HTB for every other station. A link is cut by a queue in its class
 * that swallows everything, so nobody is told of it, least of all the sender's TCP; it loses
 * packets by a filter that throws dice and sends the losers to a class of that kind. So all of it
 * needs no more than iproute2 and what most kernels have: HTB, u32 and BPF.
 *
 * <p>For a delay there is netem. A kernel without it can make a link slow in another way: HTB lets
 * so little through in a second that packets wait for each other.
 */
final class TrafficRules {
  private static final String FAST =
      "htb rate 10gbit ceil 10gbit burst 256k cburst 256k quantum 60000";

  private static final int SLOWEST_KILOBITS = 256;
  private static final int PACKET_BITS = 12_000;

  /** Swallows everything. */
  private static final int GRAVE = 0xfff;

  /** Where loss is decided, one for each sender; all before the sorting. */
  private static final int FIRST_LOSS = 10;

  private static final int SORTING = 1_000;

  private final Subnet subnet;
  private final int stations;
  private final boolean netem;

  TrafficRules(Subnet subnet, int stations, boolean netem) {
    this.subnet = subnet;
    this.stations = stations;
    this.netem = netem;
  }

  static String port(int station) {
    return "p" + station;
  }

  /** For a port that nothing was done to yet. */
  List<String> initial(int to) {
    List<String> lines = new ArrayList<>();
    String port = "dev " + port(to);
    lines.add("qdisc add " + port + " root handle 1: htb");
    lines.add("class add " + port + " parent 1: classid 1:" + hex(GRAVE) + " " + FAST);
    lines.add("qdisc add " + port + " parent 1:" + hex(GRAVE) + " handle fff: blackhole");
    for (int from = 0; from < stations; from++) {
      if (from != to) {
        lines.add("class add " + port + " parent 1: classid " + classOf(from) + " " + FAST);
        lines.add(
            "filter add %s parent 1: protocol ip pref %d u32 match ip src %s/32 flowid %s"
                .formatted(port, SORTING, subnet.host(from), classOf(from)));
      }
    }
    return lines;
  }

  List<String> change(Link link, LinkState before, LinkState after) {
    List<String> lines = new ArrayList<>();
    String queueBefore = queue(link, before);
    String queueAfter = queue(link, after);
    String place = "dev " + port(link.to()) + " parent " + classOf(link.from());
    if (!queueBefore.equals(queueAfter)) {
      lines.add(
          queueAfter.isEmpty()
              ? "qdisc del " + place
              : "qdisc replace " + place + " handle " + queueAfter);
    }
    if (!netem && before.delayMillis() != after.delayMillis()) {
      lines.add(
          "class change dev %s parent 1: classid %s %s"
              .formatted(port(link.to()), classOf(link.from()), rate(after.delayMillis())));
    }
    if (before.lossPercent() != after.lossPercent()) {
      lines.addAll(loss(link, before.lossPercent(), after.lossPercent()));
    }
    return lines;
  }

  /**
   * The handle and kind of queue in a link's class; empty for the ordinary one. Each kind has a
   * handle of its own, since a queue can be replaced by one of another kind only then.
   */
  private String queue(Link link, LinkState state) {
    if (state.isCut()) {
      return hex(0x100 + link.from()) + ": blackhole";
    }
    if (netem && state.delayMillis() > 0) {
      int millis = state.delayMillis();
      return "%s: netem delay %dms %dms limit 10000"
          .formatted(hex(0x200 + link.from()), millis, Math.max(1, millis / 5));
    }
    return "";
  }

  private static String rate(int delayMillis) {
    return delayMillis == 0
        ? FAST
        : "htb rate %1$dkbit ceil %1$dkbit burst 1600 cburst 1600 quantum 1600"
            .formatted(kilobits(delayMillis));
  }

  /** With which a full packet takes about so long, unless that would stop everything. */
  static int kilobits(int delayMillis) {
    return Math.max(SLOWEST_KILOBITS, PACKET_BITS / delayMillis);
  }

  private List<String> loss(Link link, int before, int after) {
    List<String> lines = new ArrayList<>();
    String port = "dev " + port(link.to());
    int preference = FIRST_LOSS + link.from();
    if (before > 0) {
      lines.add("filter del " + port + " parent 1: pref " + preference);
    }
    if (after > 0) {
      lines.add(
          "filter add %s parent 1: protocol ip pref %d bpf bytecode \"%s\" flowid 1:%s"
              .formatted(port, preference, dice(link.from(), after), hex(GRAVE)));
    }
    return lines;
  }

  /** In BPF: is it from that sender, and is a random number below the share of those to lose? */
  private String dice(int from, int percent) {
    long below = (1L << 32) / 100 * percent;
    return String.join(
        ",",
        "6",
        // The source address: 12 bytes into the network header.
        "32 0 0 4293918732",
        "21 0 3 " + subnet.number(from),
        // A random number of 32 bits.
        "32 0 0 4294963256",
        "53 1 0 " + below,
        "6 0 0 4294967295",
        "6 0 0 0");
  }

  private static String classOf(int from) {
    return "1:" + hex(from + 1);
  }

  private static String hex(int number) {
    return Integer.toHexString(number);
  }
}
