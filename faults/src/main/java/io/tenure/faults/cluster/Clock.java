package io.tenure.faults.cluster;

import io.tenure.harness.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's wall clock, which can be made to differ from the machine's while the process runs:
 * libfaketime answers in the kernel's place. Only the wall clock; the monotonic one, and waiting
 * for a while, go on as before.
 *
 * <p>The library can run a clock faster or slower, too, but then it also waits shorter or longer. A
 * clock that drifts is therefore one that is shifted again and again.
 */
public final class Clock {
  private static final Logger LOG = LoggerFactory.getLogger(Clock.class);

  /** How late a shift may be noticed: the library looks that often. */
  public static final Duration NOTICED_WITHIN = Duration.ofSeconds(2);

  /** The one for programs with threads. */
  private static final String LIBRARY = "libfaketimeMT.so.1";

  private static final List<String> FOLDERS =
      List.of("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64");

  /** Where the library keeps two files for every process, and leaves them if that is killed. */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Path library;
  private final Path file;

  private Clock(Path library, Path file) throws IOException {
    this.library = library;
    this.file = file;
    shift(Duration.ZERO);
  }

  /**
   * A clock that is right.
   *
   * @param file where the library looks for how wrong it is
   */
  public static Clock at(Path file) throws IOException {
    return new Clock(find().orElseThrow(() -> new IOException(missing().orElse(""))), file);
  }

  /** What is missing to have one; empty if nothing is. */
  public static Optional<String> missing() {
    return find().isPresent()
        ? Optional.empty()
        : Optional.of("wall clocks: libfaketime is not installed (apt-get install libfaketime)");
  }

  /** In a folder {@code faketime}, on many systems in one named after the machine's kind. */
  private static Optional<Path> find() {
    return FOLDERS.stream()
        .map(Path::of)
        .flatMap(folder -> Stream.concat(Stream.of(folder), below(folder)))
        .map(folder -> folder.resolve("faketime").resolve(LIBRARY))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Stream<Path> below(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(Files::isDirectory).sorted().toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** What a process needs in its environment to have this clock. */
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LD_PRELOAD", library.toString());
    variables.put("FAKETIME_TIMESTAMP_FILE", file.toString());
    variables.put("FAKETIME_CACHE_DURATION", "1");
    variables.put("DONT_FAKE_MONOTONIC", "1");
    // Otherwise it may take the JVM's waits for waits by the wall clock, which then end at once.
    variables.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    variables.put("NO_FAKE_STAT", "1");
    return variables;
  }

  /** Makes it differ from the machine's by this, instead of what it did before. */
  public synchronized void shift(Duration by) throws IOException {
    String text = String.format(Locale.ROOT, "%+.3f%n", by.toMillis() / 1_000.0);
    Folders.replaceFile(file, text);
  }

  /** Removes what the library has left behind of a process that is gone. */
  public static void forget(long pid) {
    if (ProcessHandle.of(pid).isPresent()) {
      return;
    }
    for (String name : List.of("faketime_shm_" + pid, "sem.faketime_sem_" + pid)) {
      try {
        Files.deleteIfExists(SHARED_MEMORY.resolve(name));
      } catch (IOException e) {
        LOG.debug("the file belongs to another user", e);
      }
    }
  }
}
