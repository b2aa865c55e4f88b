package io.tenure.server.shard;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one member found when the members of a shard compared their states.
 *
 * @param index the position in the log at which the states were compared
 * @param checksums of every member by its id; empty for one that did not answer in time
 */
public record StateComparison(long index, SortedMap<String, OptionalLong> checksums) {
  /** How the states compare. */
  public enum Result {
    /** Every member has the same checksum. */
    EQUAL,
    /** At least two members have different checksums. */
    DIFFERS,
    /** Those that answered have the same checksum, but not every member answered. */
    UNKNOWN
  }

  public StateComparison {
    checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
  }

  public Result result() {
    long different =
        checksums.values().stream()
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .distinct()
            .count();
    if (different > 1) {
      return Result.DIFFERS;
    }
    return checksums.values().stream().allMatch(OptionalLong::isPresent)
        ? Result.EQUAL
        : Result.UNKNOWN;
  }

  /** The checksum that more than half of all members have, if there is one. */
  OptionalLong ofMajority() {
    for (Map.Entry<String, OptionalLong> each : checksums.entrySet()) {
      OptionalLong checksum = each.getValue();
      long agreeing = checksums.values().stream().filter(checksum::equals).count();
      if (checksum.isPresent() && agreeing > checksums.size() / 2) {
        return checksum;
      }
    }
    return OptionalLong.empty();
  }
}
