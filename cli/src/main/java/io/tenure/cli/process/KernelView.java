package io.tenure.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Linux tells of a process.
 *
 * @param state {@code R}, {@code S}, {@code T}, {@code Z} and others
 * @param group the process group
 * @param session the process id of the process that made the session
 * @param exiting its first thread has begun to end
 * @param threads how many there are, the first one included even if it has ended
 */
public record KernelView(char state, long group, long session, boolean exiting, int threads) {
  public static final Path PROCESSES = Path.of("/proc");

  private static final long EXITING = 4;

  /** Of this process; empty if there is none, or this is not Linux. */
  public static Optional<KernelView> of(long pid) {
    return of(PROCESSES.resolve(Long.toString(pid)));
  }

  static Optional<KernelView> of(Path process) {
    try {
      // In a charset that takes all bytes: the kernel cuts names in the middle of a character.
      return Optional.of(
          parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static KernelView parse(String stat) {
    // Behind the name, which stands in parentheses and may contain any: the third field.
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
   * Nothing of it runs any more, though nobody has asked about it yet. It has its files and ports
   * until its last thread has ended, which need not be the first one.
   */
  public boolean hasEnded() {
    return state == 'Z' && threads <= 1;
  }
}
