package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Node;
import io.tenure.faults.cluster.network.Link;
import io.tenure.faults.cluster.network.Network;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Links that delay or lose packets. */
public final class Slowness {
  private Slowness() {}

  public static Fault delay(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    int millis = FaultContext.between(10, 400, random);
    Network network = context.network();
    Set<Link> links = network.around(List.of(node.number()), random.nextBoolean());
    network.delay(links, millis);
    String what = "the links of " + node.id() + " " + network.delayed(millis);
    return Fault.of(what, node, () -> network.delay(links, 0));
  }

  public static Fault loss(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    int percent = FaultContext.between(2, 30, random);
    Network network = context.network();
    Set<Link> links = network.around(List.of(node.number()), random.nextBoolean());
    network.lose(links, percent);
    String what = "the links of " + node.id() + " lose " + percent + " % of all packets";
    return Fault.of(what, node, () -> network.lose(links, 0));
  }
}
