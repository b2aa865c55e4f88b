package io.tenure.faults.fault;

import io.tenure.faults.cluster.ClusterSetup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which kinds of faults there are to be.
 *
 * @param kinds those that are possible here
 * @param leftOut those that were asked for but are not, each with the reason
 */
public record Selection(List<FaultKind> kinds, Map<FaultKind, String> leftOut) {
  /** Every kind. */
  public static final String ALL = "all";

  private static final int SMALL_DISK_MEBIBYTES = 96;

  public Selection {
    kinds = List.copyOf(kinds);
    leftOut = Map.copyOf(leftOut);
  }

  /**
   * What was asked for, as far as it is possible.
   *
   * @param names of kinds and groups, separated by commas
   * @throws IllegalArgumentException if one is not known
   */
  public static Selection of(String names, Need.Means means) {
    List<FaultKind> possible = new ArrayList<>();
    Map<FaultKind, String> leftOut = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : parse(names)) {
      Optional<String> missing = kind.missing(means);
      if (missing.isPresent()) {
        leftOut.put(kind, missing.get());
      } else {
        possible.add(kind);
      }
    }
    return new Selection(possible, leftOut);
  }

  /**
   * Each once, whatever order they are named in.
   *
   * @throws IllegalArgumentException if one is not known
   */
  public static List<FaultKind> parse(String names) {
    Set<FaultKind> found = new LinkedHashSet<>();
    for (String name : names.split(",", -1)) {
      String wanted = name.strip();
      List<FaultKind> meant =
          Arrays.stream(FaultKind.values()).filter(kind -> isMeant(kind, wanted)).toList();
      if (meant.isEmpty()) {
        throw new IllegalArgumentException(
            "faults: \"%s\" (expected: %s)".formatted(wanted, String.join(", ", names())));
      }
      found.addAll(meant);
    }
    return Arrays.stream(FaultKind.values()).filter(found::contains).toList();
  }

  private static boolean isMeant(FaultKind kind, String name) {
    return name.equals(ALL) || name.equals(kind.label()) || kind.groups().contains(name);
  }

  /** All that can be asked for: everything, the groups, the kinds. */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    names.add(ALL);
    for (FaultKind kind : FaultKind.values()) {
      names.addAll(kind.groups());
    }
    for (FaultKind kind : FaultKind.values()) {
      names.add(kind.label());
    }
    return List.copyOf(names);
  }

  /** Gives a cluster what these kinds need, and nothing that none of them does. */
  public ClusterSetup equip(ClusterSetup setup) {
    Set<Need> needs =
        kinds.stream().flatMap(kind -> kind.needs().stream()).collect(Collectors.toSet());
    setup.namespaces(needs.contains(Need.NETWORK));
    setup.clocks(needs.contains(Need.WALL_CLOCK));
    if (needs.contains(Need.SMALL_DISK)) {
      setup.smallDisk(SMALL_DISK_MEBIBYTES);
    }
    if (needs.contains(Need.SMALL_DISK) || kinds.contains(FaultKind.SNAPSHOT)) {
      // A node that is away for seconds is to lack what the others have dropped, and one with a
      // full disk is soon to need another file. The log is dropped file by file, and how large
      // these are follows from the first two.
      setup.settingIfAbsent("snapshot-log-bytes", "256KiB");
      setup.settingIfAbsent("batch-bytes", "64KiB");
      setup.settingIfAbsent("snapshot-entries", "500");
    }
    return setup;
  }
}
