package io.tenure.server.directory;

import io.tenure.server.config.KeyValueFile;
import io.tenure.server.config.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file that says which incarnation of which node this one has met. An entry stays until an
 * operator has it deleted. Guarded by its owner's lock.
 */
final class KnownIncarnations {
  static final String FILE = "met";

  /** Many times the nodes a cluster ever has. */
  static final int MAX_NODES = 1_000;

  private final Path file;
  private final Map<String, Long> incarnations;

  private KnownIncarnations(Path file, Map<String, Long> incarnations) {
    this.file = file;
    this.incarnations = incarnations;
  }

  static KnownIncarnations read(Path directory) throws IOException, StartRefusedException {
    Path file = directory.resolve(FILE);
    Map<String, Long> incarnations = new TreeMap<>();
    if (Files.exists(file)) {
      for (Map.Entry<String, KeyValueFile.Entry> entry : KeyValueFile.read(file).entrySet()) {
        incarnations.put(entry.getKey(), incarnation(entry.getValue(), file));
      }
    }
    return new KnownIncarnations(file, incarnations);
  }

  private static long incarnation(KeyValueFile.Entry entry, Path file)
      throws StartRefusedException {
    try {
      return HexFormat.fromHexDigitsToLong(entry.value());
    } catch (IllegalArgumentException e) {
      throw new StartRefusedException(
          file + ":" + entry.line() + ": \"" + entry.value() + "\" (expected: an incarnation)", e);
    }
  }

  boolean meet(String node, long incarnation) throws IOException {
    Long known = incarnations.get(node);
    if (known != null) {
      return known == incarnation;
    }
    if (incarnations.size() >= MAX_NODES) {
      throw new IOException(
          file
              + ": "
              + node
              + " would be one known node too many (expected: at most "
              + MAX_NODES
              + "). Run `tenure member forget ID` for one that is not a member");
    }
    Map<String, Long> next = new TreeMap<>(incarnations);
    next.put(node, incarnation);
    write(next);
    incarnations.put(node, incarnation);
    return true;
  }

  boolean knows(String node) {
    return incarnations.containsKey(node);
  }

  /** False if there was no record of it. */
  boolean forget(String node) throws IOException {
    if (!knows(node)) {
      return false;
    }
    Map<String, Long> next = new TreeMap<>(incarnations);
    next.remove(node);
    write(next);
    incarnations.remove(node);
    return true;
  }

  private void write(Map<String, Long> next) throws IOException {
    StringBuilder text = new StringBuilder("# Known nodes and their incarnations.\n");
    next.forEach(
        (node, incarnation) ->
            text.append(node)
                .append(" = ")
                .append(HexFormat.of().toHexDigits(incarnation))
                .append('\n'));
    DurableFile.write(file, text.toString());
  }
}
