package io.tenure.faults.cluster;

import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a run has on this machine besides files: processes, namespaces, links, mounts. Nothing of it
 * outlives the run.
 *
 * <ol>
 *   <li>It is removed when this is closed, and when the JVM ends by itself or is asked to.
 *   <li>A JVM that is killed can remove nothing. So everything is first written down in a file of
 *       the run's, and a later run removes what the files of runs name whose process is gone.
 *   <li>A process is known by its id and when it was started, so that nobody is killed for having
 *       got the id of another.
 * </ol>
 */
public final class RunResources implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunResources.class);
  private static final Duration DEATH = Duration.ofSeconds(10);

  /** The kernel counts in ticks, and its idea of when the machine was started may move a little. */
  private static final long START_TOLERANCE_MILLIS = 10_000;

  private static final String OWNER = "OWNER ";
  private static final Pattern IDENTITY = Pattern.compile("\\d+@\\d+");
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** In the order in which they have to go. */
  public enum Kind {
    PROCESS,
    MOUNT,
    LINK,
    NAMESPACE
  }

  private record Resource(Kind kind, String name) {
    String line() {
      return kind + " " + name + "\n";
    }

    /** Empty if it is none that was written here. */
    static Optional<Resource> of(String line) {
      int space = line.indexOf(' ');
      return Arrays.stream(Kind.values())
          .filter(kind -> space > 0 && kind.name().equals(line.substring(0, space)))
          .map(kind -> new Resource(kind, line.substring(space + 1)))
          .filter(
              resource ->
                  resource.kind != Kind.PROCESS || IDENTITY.matcher(resource.name).matches())
          .findFirst();
    }
  }

  private final String tag;
  private final Path file;
  private final Thread hook = new Thread(this::clear, "remove-resources");
  private final Set<Resource> made = new LinkedHashSet<>(); // Guarded by this.
  private boolean closed; // Guarded by this.

  private RunResources(String tag, Path file) {
    this.tag = tag;
    this.file = file;
  }

  /** Removes what dead runs have left behind, and begins a new one. */
  public static RunResources begin() throws IOException {
    return begin(folder());
  }

  static RunResources begin(Path folder) throws IOException {
    sweep(folder);
    // Short, since a link's name has 15 characters at most.
    char which = (char) ('A' + RUNS.getAndIncrement() % 26);
    String tag = "tf" + Long.toString(ProcessHandle.current().pid(), 36) + which;
    Path file = folder.resolve(tag);
    Path draft = folder.resolve("." + tag);
    Files.writeString(draft, OWNER + identity(ProcessHandle.current()) + "\n");
    Files.move(draft, file);
    RunResources runResources = new RunResources(tag, file);
    Runtime.getRuntime().addShutdownHook(runResources.hook);
    return runResources;
  }

  /** Where nobody else can write, since what stands there is killed and unmounted. */
  private static Path folder() throws IOException {
    Path run = Path.of("/run");
    Path home = Path.of(System.getProperty("user.home", "."));
    if (Files.isWritable(run)) {
      return Files.createDirectories(run.resolve("tenure-faults"));
    }
    return Files.isWritable(home)
        ? Files.createDirectories(home.resolve(".cache").resolve("tenure-faults"))
        : Files.createTempDirectory("tenure-faults"); // No later run finds it, but this one works.
  }

  /** Unlike that of any other run that is under way. */
  public String tag() {
    return tag;
  }

  /** To be called before it is made. */
  public synchronized void add(Kind kind, String name) throws IOException {
    if (closed) {
      throw new IOException("cannot start anything: this run ends");
    }
    Resource resource = new Resource(kind, name);
    Files.writeString(file, resource.line(), StandardOpenOption.APPEND);
    made.add(resource);
  }

  /** Starts a process. */
  public synchronized Process start(ProcessBuilder builder) throws IOException {
    if (closed) {
      throw new IOException("cannot start anything: this run ends");
    }
    Process process = builder.start();
    add(Kind.PROCESS, identity(process.toHandle()));
    return process;
  }

  @Override
  public void close() {
    clear();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the JVM is shutting down; the shutdown hook removes everything", e);
    }
  }

  private synchronized void clear() {
    closed = true;
    remove(made);
    made.clear();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("cannot delete {}", file, e);
    }
  }

  // ---------------------------------------------------------------------------- other runs'

  private static void sweep(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(file -> !file.getFileName().toString().startsWith(".")).toList();
    }
    for (Path file : files) {
      List<String> lines = read(file);
      if (!lines.isEmpty() && lines.get(0).startsWith(OWNER)) {
        String owner = lines.get(0).substring(OWNER.length());
        if (living(owner).isEmpty()) {
          LOG.info(
              "removing processes, mounts and networks left behind by the killed run {}",
              file.getFileName());
          remove(lines.stream().skip(1).flatMap(line -> Resource.of(line).stream()).toList());
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /**
   * Empty if somebody else was faster. A line without its end was not written to its end: what it
   * names may be another thing than what was meant.
   */
  private static List<String> read(Path file) {
    try {
      String text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  // ------------------------------------------------------------------------------- removing

  private static void remove(Iterable<Resource> resources) {
    List<Resource> ordered = new ArrayList<>();
    resources.forEach(ordered::add);
    List<ProcessHandle> processes =
        ordered.stream()
            .filter(resource -> resource.kind() == Kind.PROCESS)
            .flatMap(resource -> living(resource.name()).stream())
            .toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(RunResources::awaitEnd);
    ordered.sort(Comparator.comparing(Resource::kind));
    for (Resource resource : ordered) {
      try {
        remove(resource);
      } catch (IOException e) {
        LOG.warn("cannot remove {} {}", resource.kind(), resource.name(), e);
      }
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      var unused = process.onExit().get(DEATH.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("process {} does not exit after SIGKILL", process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was written down may not have been made, or be gone already. */
  private static void remove(Resource resource) throws IOException {
    String name = resource.name();
    switch (resource.kind()) {
      case PROCESS -> Clock.forget(Long.parseLong(name.substring(0, name.indexOf('@'))));
      case MOUNT -> {
        if (isMounted(name)) {
          Programs.run("umount", "-l", name);
        }
      }
      case LINK -> {
        if (Files.exists(Path.of("/sys/class/net", name))) {
          Programs.run("ip", "link", "del", name);
        }
      }
      case NAMESPACE -> {
        if (Files.exists(Path.of("/run/netns", name))) {
          Programs.run("ip", "netns", "del", name);
        }
      }
    }
  }

  private static boolean isMounted(String path) throws IOException {
    String written = " " + path.replace(" ", "\\040") + " ";
    return Files.readString(Path.of("/proc/self/mounts")).contains(written);
  }

  // ------------------------------------------------------------------------------ processes

  private static String identity(ProcessHandle process) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return process.pid() + "@" + start;
  }

  private static Optional<ProcessHandle> living(String identity) {
    int at = identity.indexOf('@');
    long start = Long.parseLong(identity.substring(at + 1));
    return ProcessHandle.of(Long.parseLong(identity.substring(0, at)))
        .filter(ProcessHandle::isAlive)
        .filter(
            process ->
                process
                    .info()
                    .startInstant()
                    .map(since -> Math.abs(since.toEpochMilli() - start) < START_TOLERANCE_MILLIS)
                    .orElse(false));
  }
}
