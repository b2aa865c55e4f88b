package io.tenure.faults.cluster;

import io.tenure.client.admin.Member;
import io.tenure.faults.cluster.network.Network;
import io.tenure.harness.process.JavaCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a node's process is started. */
final class Launcher {
  private final ClusterSetup setup;
  private final Optional<Network> network;

  Launcher(ClusterSetup setup, Optional<Network> network) {
    this.setup = setup;
    this.network = network;
  }

  /**
   * Each word but the last program's replaces itself with what follows, so that the process that is
   * started is the JVM.
   *
   * @param founders whom it is to meet at its first start, itself included
   */
  List<String> command(Node node, List<Member> founders) {
    List<String> words = new ArrayList<>();
    network.ifPresent(present -> words.addAll(present.enter(node.number())));
    node.clock().ifPresent(clock -> words.addAll(environment(clock)));
    words.add(JavaCommand.java());
    words.add("-XX:+ExitOnOutOfMemoryError");
    words.addAll(setup.javaOptionsOf(node.number()));
    setup.agent().ifPresent(agent -> words.add(agentOption(agent, node)));
    words.addAll(List.of("-jar", setup.jar().toString(), "server"));
    words.addAll(List.of("--data", node.disk().data().toString()));
    words.addAll(List.of("--id", node.id(), "--listen", node.address()));
    words.add("--peers");
    words.add(
        founders.stream()
            .map(member -> member.node() + "=" + member.address())
            .collect(Collectors.joining(",")));
    if (node.disk().isSmall() && !setup.settings().containsKey("min-free")) {
      words.addAll(List.of("--min-free", "1MiB"));
    }
    setup.settings().forEach((name, value) -> words.addAll(List.of("--" + name, value)));
    return words;
  }

  /** For the JVM alone, not for what starts it. */
  private static List<String> environment(Clock clock) {
    List<String> words = new ArrayList<>(List.of("env", "-u", "FAKETIME"));
    clock.environment().forEach((name, value) -> words.add(name + "=" + value));
    return words;
  }

  private static String agentOption(ClusterSetup.Agent agent, Node node) {
    String more = agent.options().isEmpty() ? "" : "," + agent.options();
    return "-javaagent:" + agent.jar() + "=control=" + node.disk().control() + more;
  }
}
