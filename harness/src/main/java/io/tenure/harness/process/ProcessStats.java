package io.tenure.harness.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code /proc} for processes and all their descendants. */
public final class ProcessStats {
  static final Path PROC = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux.
  private static final double KIB_PER_MIB = 1024;
  private static final Pattern VOLUNTARY =
      Pattern.compile("^voluntary_ctxt_switches:\\s+(\\d+)", Pattern.MULTILINE);

  private ProcessStats() {}

  /** The process id of this JVM. */
  public static List<Long> self() {
    return List.of(ProcessHandle.current().pid());
  }

  /**
   * CPU time of the processes, with all their threads and children. The kernel adds a child that
   * has ended to its parent, so this never decreases while the given processes live.
   */
  public static double cpuSeconds(List<Long> pids) {
    return tree(pids).mapToDouble(pid -> cpuSeconds(read(pid, "stat"))).sum();
  }

  static double cpuSeconds(String stat) {
    // The second field is the command name in brackets and may contain any character.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    if (fields.length < 15) {
      return 0;
    }
    long ticks = 0;
    for (int field = 11; field < 15; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /** Voluntary context switches of each thread that is alive, by its folder in /proc. */
  public static Map<Path, Long> switches(List<Long> pids) {
    Map<Path, Long> counts = new HashMap<>();
    tree(pids).forEach(pid -> addSwitches(pid, counts));
    return counts;
  }

  private static void addSwitches(long pid, Map<Path, Long> counts) {
    Path tasks = PROC.resolve(Long.toString(pid)).resolve("task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        counts.put(thread, switches(read(thread.resolve("status"))));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // The process has ended, or belongs to another user.
    }
  }

  /** Total increase between two readings. Threads that ended in between count as zero. */
  public static long growth(Map<Path, Long> before, Map<Path, Long> after) {
    return after.entrySet().stream()
        .mapToLong(each -> Math.max(0, each.getValue() - before.getOrDefault(each.getKey(), 0L)))
        .sum();
  }

  static long switches(String status) {
    Matcher matcher = VOLUNTARY.matcher(status);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  public static double residentMib(List<Long> pids) {
    return tree(pids).mapToDouble(pid -> mib("VmRSS", read(pid, "status")).orElse(0)).sum();
  }

  /** Proportional set size: shared pages counted once. Empty without permission to read it. */
  public static OptionalDouble proportionalMib(List<Long> pids) {
    double sum = 0;
    for (long pid : tree(pids).toList()) {
      OptionalDouble one = mib("Pss", read(pid, "smaps_rollup"));
      if (one.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += one.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  static OptionalDouble mib(String field, String text) {
    Matcher matcher =
        Pattern.compile("^" + field + ":\\s+(\\d+) kB", Pattern.MULTILINE).matcher(text);
    return matcher.find()
        ? OptionalDouble.of(Long.parseLong(matcher.group(1)) / KIB_PER_MIB)
        : OptionalDouble.empty();
  }

  private static Stream<Long> tree(List<Long> pids) {
    return pids.stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid)
        .distinct();
  }

  private static String read(long pid, String file) {
    return read(PROC.resolve(Long.toString(pid)).resolve(file));
  }

  /** The content of a file; empty if it does not exist or cannot be read. */
  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
