package io.tenure.bench.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel says in {@code /proc} about the processes of servers on this machine. */
final class Processes {
  private static final Path PROC = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux.
  private static final int LISTENING = 0x0A;
  private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final double KIB_PER_MIB = 1024;

  private Processes() {}

  static long self() {
    return ProcessHandle.current().pid();
  }

  /** CPU time that the process has used, of all its threads; 0 if it is gone. */
  static double cpuSeconds(long pid) {
    return cpuSeconds(read(PROC.resolve(pid + "/stat")));
  }

  static double cpuSeconds(List<Long> pids) {
    return pids.stream().mapToDouble(Processes::cpuSeconds).sum();
  }

  static double cpuSeconds(String stat) {
    // The second field is the command's name in brackets and may contain anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    if (fields.length < 13) {
      return 0;
    }
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  static double residentMib(long pid) {
    return residentMib(read(PROC.resolve(pid + "/status")));
  }

  static double residentMib(String status) {
    Matcher matcher = RSS.matcher(status);
    return matcher.find() ? Long.parseLong(matcher.group(1)) / KIB_PER_MIB : 0;
  }

  /** The process that listens on the port, if it is on this machine and ours to see. */
  static OptionalLong listeningOn(int port) {
    List<String> sockets = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      sockets.addAll(listeners(read(PROC.resolve(table)), port));
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        if (!sockets.isEmpty() && hasOpen(process, sockets)) {
          return OptionalLong.of(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      // No such kernel: then there is nothing to say.
    }
    return OptionalLong.empty();
  }

  /** The sockets, as the links in a process's fd folder name them, that listen on the port. */
  static List<String> listeners(String table, int port) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    List<String> sockets = new ArrayList<>();
    for (String line : table.split("\n")) {
      String[] fields = line.trim().split("\\s+");
      if (fields.length > 9
          && fields[1].endsWith(suffix)
          && Integer.parseInt(fields[3], 16) == LISTENING) {
        sockets.add("socket:[" + fields[9] + "]");
      }
    }
    return sockets;
  }

  private static boolean hasOpen(Path process, List<String> sockets) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (sockets.contains(Files.readSymbolicLink(file).toString())) {
          return true;
        }
      }
    } catch (IOException e) {
      // Gone, or somebody else's.
    }
    return false;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
