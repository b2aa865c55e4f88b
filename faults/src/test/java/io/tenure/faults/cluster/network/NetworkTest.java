package io.tenure.faults.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.faults.cluster.EchoServer;
import io.tenure.faults.cluster.MachineFeatures;
import io.tenure.faults.cluster.RunResources;
import io.tenure.harness.process.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes and a client that answer, and this process. */
final class NetworkTest {
  private static final int PATIENCE_MILLIS = 20_000;

  private static RunResources runResources;
  private static Network network;

  @BeforeAll
  static void start() throws IOException {
    MachineFeatures machine = MachineFeatures.look();
    assumeTrue(machine.namespaces().isEmpty(), () -> machine.namespaces().orElse(""));
    runResources = RunResources.begin();
    network = Network.create(runResources, new Network.Size(2, 1));
    for (int station = 1; station <= 3; station++) {
      startParrot(station);
    }
  }

  private static void startParrot(int station) throws IOException {
    List<String> words = new ArrayList<>(network.enter(station));
    words.add(JavaCommand.java());
    words.addAll(List.of("-Xmx32m", "-XX:+UseSerialGC", EchoServer.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process parrot = runResources.start(builder);
    assertThat(parrot.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("ready");
  }

  @AfterAll
  static void stop() {
    if (runResources != null) {
      String tag = runResources.tag();
      runResources.close();
      assertThat(Path.of("/sys/class/net", tag + "c")).doesNotExist();
      assertThat(Path.of("/run/netns", tag + "-n1")).doesNotExist();
    }
  }

  @AfterEach
  void heal() throws IOException {
    network.heal();
    awaitTrue(() -> clientsHear(1) && clientsHear(2) && oneHearsTwo());
  }

  private static boolean clientsHear(int node) {
    return answers(network.host(node), "echo", "echo");
  }

  /** What node 1 says of node 2: whether its question got there, and the answer back. */
  private static boolean oneHearsTwo() {
    return answers(network.host(1), "try " + network.host(2), "true");
  }

  private static boolean answers(String host, String question, String expected) {
    try {
      return EchoServer.ask(host, question, 1_500).equals(expected);
    } catch (IOException e) {
      return false;
    }
  }

  private static void awaitTrue(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
    }
  }

  @Test
  void cutLinkLeavesAllOthersAlone() throws IOException {
    network.cut(Set.of(new Link(1, 2)));

    assertThat(oneHearsTwo()).isFalse();
    awaitTrue(() -> clientsHear(1) && clientsHear(2));
  }

  @Test
  void answersAreLostWhenOnlyTheWayBackIsCut() throws IOException {
    network.cut(Set.of(new Link(2, 1)));
    network.cut(Set.of(new Link(1, Network.HERE)));

    assertThat(clientsHear(1)).isFalse();
    awaitTrue(() -> clientsHear(2));
    network.mend(Set.of(new Link(1, Network.HERE)));
    awaitTrue(() -> clientsHear(1));
    assertThat(oneHearsTwo()).isFalse();
  }

  @Test
  void linkThatTwoHaveCutIsCutUntilBothHaveMendedIt() throws IOException {
    Set<Link> links = network.around(List.of(2), true);
    assertThat(links).hasSize(6);
    network.cut(links);
    network.cut(Link.between(List.of(1), List.of(2)));

    network.mend(links);

    awaitTrue(() -> clientsHear(2));
    assertThat(oneHearsTwo()).isFalse();
    network.mend(Link.between(List.of(1), List.of(2)));
    awaitTrue(NetworkTest::oneHearsTwo);
  }

  @Test
  void someArriveOverALinkThatLosesSome() throws IOException {
    network.lose(Set.of(new Link(Network.HERE, 2)), 50);

    awaitTrue(() -> clientsHear(2));
    awaitTrue(() -> !clientsHear(2));
    awaitTrue(() -> clientsHear(1));

    network.lose(Set.of(new Link(Network.HERE, 2)), 100);
    assertThat(clientsHear(2)).isFalse();
    awaitTrue(NetworkTest::oneHearsTwo);
  }

  @Test
  void clientInAPlaceOfItsOwnCanBeCutOffAlone() throws IOException {
    assertThat(network.places()).containsExactly(3);
    awaitTrue(() -> placeHears(1) && placeHears(2));

    network.cut(Link.between(network.places(), network.nodes()));

    assertThat(placeHears(1)).isFalse();
    awaitTrue(() -> clientsHear(1) && clientsHear(2) && oneHearsTwo() && clientsHear(3));
    network.mend(Link.between(network.places(), network.nodes()));
    awaitTrue(() -> placeHears(1));
  }

  private static boolean placeHears(int node) {
    return answers(network.host(3), "try " + network.host(node), "true");
  }

  @Test
  void slowLinkStillCarriesEverything() throws IOException {
    network.delay(network.around(List.of(2), true), 50);

    awaitTrue(() -> clientsHear(2));
    network.cut(Set.of(new Link(Network.HERE, 2)));
    assertThat(clientsHear(2)).isFalse();
    network.mend(Set.of(new Link(Network.HERE, 2)));
    awaitTrue(() -> clientsHear(2));
  }

  @Test
  void everyNodeIsInANamespaceOfItsOwn() {
    assertThat(Files.exists(Path.of("/run/netns", runResources.tag() + "-n1"))).isTrue();
    assertThat(network.host(1)).isNotEqualTo(network.host(2));
  }
}
