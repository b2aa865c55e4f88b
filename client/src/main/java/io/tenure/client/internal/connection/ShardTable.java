package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Shard;
import java.util.Comparator;
import java.util.List;

/** Finds the shard that owns a key. */
public final class ShardTable {
  private final List<Shard> shards;

  ShardTable(List<Shard> shards) {
    this.shards = shards.stream().sorted(Comparator.comparingInt(Shard::getIndex)).toList();
  }

  public int size() {
    return shards.size();
  }

  /** The index of the shard that owns the key and everything below it. */
  public int ofKey(String key) {
    int shard = shards.size() - 1;
    if (shard == 0) {
      return 0;
    }
    String segment = firstSegment(key);
    while (shard > 0 && compare(shards.get(shard).getFrom(), segment) > 0) {
      shard--;
    }
    return shard;
  }

  private static String firstSegment(String key) {
    int from = key.startsWith("/") ? 1 : 0;
    int slash = key.indexOf('/', from);
    return key.substring(from, slash < 0 ? key.length() : slash);
  }

  /** The order of the UTF-8 bytes. */
  private static int compare(String mine, String theirs) {
    int common = Math.min(mine.length(), theirs.length());
    for (int i = 0; i < common; i++) {
      char a = mine.charAt(i);
      char b = theirs.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(mine.length(), theirs.length());
  }

  /** Surrogates encode characters that sort after all others. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }
}
