package io.tenure.cli.cluster;

import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The file that describes a cluster on this machine: its size, ports and settings, and the process
 * ids last started.
 *
 * @param settings of every node, by name
 * @param pids by node id; the process may have ended
 */
record ClusterFile(int nodes, int basePort, Map<String, String> settings, Map<String, Long> pids) {
  static final String NAME = "cluster.properties";
  private static final String NODES = "nodes";
  private static final String BASE_PORT = "base-port";
  private static final String SETTING = "set.";
  private static final String PID = "pid.";

  ClusterFile {
    settings = Map.copyOf(settings);
    pids = Map.copyOf(pids);
  }

  /** Reads the file in a cluster's directory, if it exists. */
  static Optional<ClusterFile> read(Path folder) {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return Optional.of(of(properties));
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailedException(
          file + " cannot be read (" + e.getMessage() + "); stop the nodes and delete " + folder,
          e);
    }
  }

  private static ClusterFile of(Properties properties) {
    Map<String, String> settings = new TreeMap<>();
    Map<String, Long> pids = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      String value = properties.getProperty(name, "");
      if (name.startsWith(SETTING)) {
        settings.put(name.substring(SETTING.length()), value);
      } else if (name.startsWith(PID)) {
        pids.put(name.substring(PID.length()), Long.valueOf(value));
      }
    }
    return new ClusterFile(
        Integer.parseInt(properties.getProperty(NODES, "")),
        Integer.parseInt(properties.getProperty(BASE_PORT, "")),
        settings,
        pids);
  }

  /** Replaces the file atomically: a reader sees the old content or the new. */
  void write(Path folder) {
    Properties properties = new Properties();
    properties.setProperty(NODES, Integer.toString(nodes));
    properties.setProperty(BASE_PORT, Integer.toString(basePort));
    settings.forEach((name, value) -> properties.setProperty(SETTING + name, value));
    pids.forEach((node, pid) -> properties.setProperty(PID + node, Long.toString(pid)));
    Path unfinished = folder.resolve(NAME + ".unfinished");
    try {
      StringWriter text = new StringWriter();
      properties.store(text, "A cluster of `tenure cluster up`.");
      Files.writeString(unfinished, text.toString());
      Files.move(
          unfinished,
          folder.resolve(NAME),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailedException("cannot write " + folder.resolve(NAME) + ": " + e, e);
    }
  }

  ClusterFile withPid(String node, long pid) {
    Map<String, Long> next = new TreeMap<>(pids);
    next.put(node, pid);
    return new ClusterFile(nodes, basePort, settings, next);
  }
}
