package io.tenure.server.config;

import io.tenure.core.model.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which keys a shard owns: those whose first segment is at least {@code from}, up to the next
 * shard's.
 *
 * @param from empty for the first shard
 */
public record ShardRange(String name, String from) {
  /** Each costs threads and memory on every node. */
  static final int MAX_SHARDS = 16;

  static List<ShardRange> parseList(String text) throws BadValueException {
    List<ShardRange> ranges = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String part : text.split(",", -1)) {
      ShardRange range = parse(part.strip());
      if (!names.add(range.name)) {
        throw new BadValueException(range.name + " twice", "distinct names");
      }
      requireGrowing(ranges, range);
      ranges.add(range);
    }
    if (ranges.size() > MAX_SHARDS) {
      throw new BadValueException(ranges.size() + " shards", "1 to " + MAX_SHARDS);
    }
    return ranges;
  }

  private static ShardRange parse(String text) throws BadValueException {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String from = colon < 0 ? "" : text.substring(colon + 1);
    if (!Peer.isId(name)) {
      throw BadValueException.quoting(text, "NAME:FROM, NAME being " + Peer.ID_RANGE);
    }
    if (from.indexOf('/') >= 0 || !(from.isEmpty() || isSegment(from))) {
      throw BadValueException.quoting(text, "FROM to be the first segment of a key, without /");
    }
    return new ShardRange(name, from);
  }

  private static boolean isSegment(String text) {
    try {
      Key.of("/" + text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void requireGrowing(List<ShardRange> before, ShardRange next)
      throws BadValueException {
    if (before.isEmpty()) {
      if (!next.from.isEmpty()) {
        throw BadValueException.quoting(next.toString(), "the first shard to start from nothing");
      }
      return;
    }
    ShardRange last = before.get(before.size() - 1);
    boolean grows =
        !next.from.isEmpty()
            && (last.from.isEmpty()
                || Key.of("/" + last.from).compareTo(Key.of("/" + next.from)) < 0);
    if (!grows) {
      throw BadValueException.quoting(
          next.toString(), "FROM to be greater than that of " + last.name);
    }
  }

  /** One text for one division of the keys, however it was spelt in the configuration. */
  public static String canonical(List<ShardRange> ranges) {
    return ranges.stream().map(ShardRange::toString).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return name + ":" + from;
  }
}
