package io.tenure.compare.driver;

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

/** What the kernel says in {@code /proc} about processes and those that they started. */
final class Processes {
  static final Path PROC = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux.
  private static final double KIB_PER_MIB = 1024;
  private static final Pattern VOLUNTARY =
      Pattern.compile("^voluntary_ctxt_switches:\\s+(\\d+)", Pattern.MULTILINE);

  private Processes() {}

  static List<Long> self() {
    return List.of(ProcessHandle.current().pid());
  }

  /**
   * CPU time that the processes have used, with all their threads and children. A child that ended
   * is in its parent's account, so this never goes back while the processes given live.
   */
  static double cpuSeconds(List<Long> pids) {
    return tree(pids).mapToDouble(pid -> cpuSeconds(read(pid, "stat"))).sum();
  }

  static double cpuSeconds(String stat) {
    // The second field is the command's name in brackets and may contain anything.
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

  /** How often each of their threads has given the processor up; one that ended is forgotten. */
  static Map<Path, Long> switches(List<Long> pids) {
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
      return; // Gone, or somebody else's.
    }
  }

  /** By how much it has grown; what a thread did that ended meanwhile is not known. */
  static long growth(Map<Path, Long> before, Map<Path, Long> after) {
    return after.entrySet().stream()
        .mapToLong(each -> Math.max(0, each.getValue() - before.getOrDefault(each.getKey(), 0L)))
        .sum();
  }

  static long switches(String status) {
    Matcher matcher = VOLUNTARY.matcher(status);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  static double residentMib(List<Long> pids) {
    return tree(pids).mapToDouble(pid -> mib("VmRSS", read(pid, "status")).orElse(0)).sum();
  }

  /** Memory with shared pages counted once; empty if that is not ours to see. */
  static OptionalDouble proportionalMib(List<Long> pids) {
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

  /** Empty if there is no such file, or it is not ours to see. */
  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
