package io.tenure.server.directory;

import io.tenure.server.config.KeyValueFile;
import io.tenure.server.config.StartRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;

/**
 * The file that says which node a data directory belongs to.
 *
 * @param incarnation drawn at random when the directory was made; another one under the same id is
 *     a node that lost its data
 */
record NodeRecord(String node, long incarnation, String shards, JoinState standing) {
  static final String FILE = "node";

  private static final String FORMAT = "1";

  static NodeRecord read(Path directory) throws IOException, StartRefusedException {
    Path file = directory.resolve(FILE);
    Map<String, KeyValueFile.Entry> entries = KeyValueFile.read(file);
    String format = value(entries, "format", file);
    if (!format.equals(FORMAT)) {
      throw new StartRefusedException(
          file
              + ": format: "
              + format
              + " (expected: "
              + FORMAT
              + "; another version of Tenure wrote this directory)");
    }
    return new NodeRecord(
        value(entries, "node", file),
        incarnation(value(entries, "incarnation", file), file),
        value(entries, "shards", file),
        standing(value(entries, "standing", file), file));
  }

  private static String value(Map<String, KeyValueFile.Entry> entries, String key, Path file)
      throws StartRefusedException {
    KeyValueFile.Entry entry = entries.get(key);
    if (entry == null) {
      throw new StartRefusedException(file + ": no " + key + ": the file is damaged");
    }
    return entry.value();
  }

  private static long incarnation(String text, Path file) throws StartRefusedException {
    try {
      return HexFormat.fromHexDigitsToLong(text);
    } catch (IllegalArgumentException e) {
      throw new StartRefusedException(
          file + ": incarnation: \"" + text + "\" (expected: hexadecimal digits)", e);
    }
  }

  private static JoinState standing(String text, Path file) throws StartRefusedException {
    for (JoinState standing : JoinState.values()) {
      if (standing.text().equals(text)) {
        return standing;
      }
    }
    throw new StartRefusedException(
        file + ": standing: \"" + text + "\" (expected: new, founder or joined)");
  }

  void write(Path directory) throws IOException {
    DurableFile.write(
        directory.resolve(FILE),
        String.join(
            "\n",
            "# Which node this directory belongs to. A copy of it is a second node with one vote.",
            "format = " + FORMAT,
            "node = " + node,
            "incarnation = " + HexFormat.of().toHexDigits(incarnation),
            "shards = " + shards,
            "standing = " + standing.text(),
            ""));
  }

  NodeRecord with(JoinState newStanding) {
    return new NodeRecord(node, incarnation, shards, newStanding);
  }
}
