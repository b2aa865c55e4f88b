package io.tenure.faults.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a node's log, as the engine names them; the node may be running. */
final class EngineLog {
  private static final Pattern SEGMENT = Pattern.compile("log_(?:inprogress_)?(\\d+)(?:-\\d+)?");

  private EngineLog() {}

  /** The number of the first entry that is still there, by the folder of each shard. */
  static Map<String, Long> firstEntries(Path data) throws IOException {
    Map<String, Long> first = new TreeMap<>();
    for (Path shard : list(data.resolve("raft"))) {
      for (Path file : list(shard.resolve("current"))) {
        Matcher segment = SEGMENT.matcher(file.getFileName().toString());
        if (segment.matches()) {
          long number = Long.parseLong(segment.group(1));
          first.merge(shard.getFileName().toString(), number, Math::min);
        }
      }
    }
    return first;
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(folder)) {
      return found.toList();
    }
  }
}
