package io.tenure.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The state of a process as Linux shows it in {@code /proc}.
 *
 * @param state {@code R}, {@code S}, {@code T}, {@code Z} and others
 * @param group the process group
 * @param session the process id of the process that made the session
 * @param exiting whether its first thread has begun to end
 * @param threads how many there are, including the first one even if it has ended
 */
public record KernelView(char state, long group, long session, boolean exiting, int threads) {
  public static final Path PROCESSES = Path.of("/proc");

  private static final long EXITING = 4;

  /** Reads the state of a process; empty if it does not exist, or this is not Linux. */
  public static Optional<KernelView> of(long pid) {
    return of(PROCESSES.resolve(Long.toString(pid)));
  }

  static Optional<KernelView> of(Path process) {
    try {
      // ISO 8859-1 decodes all bytes: the kernel may cut a process name in the middle of a
      // character.
      return Optional.of(
          parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static KernelView parse(String stat) {
    // The name is in parentheses and may contain parentheses; the third field follows it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new KernelView(
        fields[0].charAt(0),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        (Long.parseLong(fields[6]) & EXITING) != 0,
        Integer.parseInt(fields[17]));
  }

  public boolean isStopped() {
    return state == 'T';
  }

  /**
   * Whether the process is a zombie: nothing of it runs, but its parent has not waited for it. It
   * keeps its files and ports until its last thread has ended.
   */
  public boolean hasEnded() {
    return state == 'Z' && threads <= 1;
  }
}
