package io.tenure.faults.cluster;

import io.tenure.faults.cluster.network.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the nodes of a {@link Cluster} are started. To be filled in by one thread. */
public final class ClusterSetup {
  /** Where the command's jar is, as the script that starts this sets it. */
  public static final String JAR = "TENURE_JAR";

  /** What its servers' JVMs are given, likewise. */
  public static final String JAVA_OPTIONS = "TENURE_SERVER_JAVA_OPTIONS";

  /** An agent's jar, and what it is told besides where to look for commands. */
  record Agent(Path jar, String options) {}

  private final Path directory;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<Integer, List<String>> nodeJavaOptions = new HashMap<>();
  private int nodes = 3;
  private Path jar = Path.of(environment(JAR)).toAbsolutePath().normalize();
  private List<String> javaOptions = words(environment(JAVA_OPTIONS));
  private Optional<Agent> agent = Optional.empty();
  private boolean namespaces;
  private int places;
  private boolean clocks;
  private int smallDiskMebibytes;

  private ClusterSetup(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /**
   * Three nodes on loopback, with the jar and the options that the environment names.
   *
   * @param directory for all their files
   */
  public static ClusterSetup in(Path directory) {
    return new ClusterSetup(directory);
  }

  private static String environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).orElse("");
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  /** How many. */
  public ClusterSetup nodes(int count) {
    if (count != 3 && count != 5) {
      throw new IllegalArgumentException("nodes: " + count + " (expected: 3 or 5)");
    }
    nodes = count;
    return this;
  }

  /** What the server command is given, such as {@code snapshot-entries} and {@code 500}. */
  public ClusterSetup setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** Like {@link #setting}, unless it is set already. */
  public ClusterSetup settingIfAbsent(String name, String value) {
    settings.putIfAbsent(name, value);
    return this;
  }

  /** Instead of what the environment names. */
  public ClusterSetup jar(Path file) {
    jar = file.toAbsolutePath().normalize();
    return this;
  }

  /** Of every node; instead of what the environment names. */
  public ClusterSetup javaOptions(List<String> options) {
    javaOptions = List.copyOf(options);
    return this;
  }

  /** Of one node, besides the others. */
  public ClusterSetup javaOptions(int node, List<String> options) {
    nodeJavaOptions.put(node, List.copyOf(options));
    return this;
  }

  /**
   * An agent in every node that makes disks slow or fail on demand.
   *
   * @param options what else it is told; may be empty
   */
  public ClusterSetup agent(Path file, String options) {
    agent = Optional.of(new Agent(file.toAbsolutePath().normalize(), options));
    return this;
  }

  /** Every node in a network namespace of its own, so that there is a {@link Network}. */
  public ClusterSetup namespaces(boolean wanted) {
    namespaces = wanted;
    return this;
  }

  /** So many namespaces for clients, if the nodes have theirs. */
  public ClusterSetup places(int count) {
    places = count;
    return this;
  }

  /** Every node with a wall clock of its own. */
  public ClusterSetup clocks(boolean wanted) {
    clocks = wanted;
    return this;
  }

  /** The last node's data in a file system of this size; 0 for none. */
  public ClusterSetup smallDisk(int mebibytes) {
    smallDiskMebibytes = mebibytes;
    return this;
  }

  Path directory() {
    return directory;
  }

  int nodes() {
    return nodes;
  }

  Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  Path jar() {
    return jar;
  }

  List<String> javaOptionsOf(int node) {
    List<String> all = new ArrayList<>(javaOptions);
    all.addAll(nodeJavaOptions.getOrDefault(node, List.of()));
    return all;
  }

  Optional<Agent> agent() {
    return agent;
  }

  boolean namespaces() {
    return namespaces;
  }

  Network.Size networkSize() {
    return new Network.Size(nodes, places);
  }

  boolean clocks() {
    return clocks;
  }

  /** 0 if its disk is not small. */
  int smallDiskMebibytes(int node) {
    return node == nodes ? smallDiskMebibytes : 0;
  }
}
