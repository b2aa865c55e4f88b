package io.tenure.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * An estimate of the disk and heap space of a run, checked before it starts: a long run would fail
 * after hours. Every watch records all events, and there is one watch through each node.
 *
 * <pre>{@code
 * files a minute, with 400 operations a second:  5 MB + 7 MB for each node
 *                                                (26 MB with three, 40 MB with five)
 * heap to check that:                            15 MB for 26 MB of files
 * besides:                                       25 MB of files for each node, 200 MB of heap
 * }</pre>
 */
record SpaceEstimate(RunPlan plan, long fileBytes, long heapBytes) {
  private static final long MEGABYTE = 1_000_000;
  private static final double MINUTE_BYTES = 5.0 * MEGABYTE;
  private static final double MINUTE_AND_NODE_BYTES = 7.0 * MEGABYTE;
  private static final double MEASURED_RATE = 400;
  private static final long CHECKED_FILES = 26;
  private static final long CHECKING_HEAP = 15;

  /** Data, logs, and a copy of the data when there is a backup. */
  private static final long NODE_BYTES = 25 * MEGABYTE;

  private static final long OTHER_HEAP_BYTES = 200 * MEGABYTE;

  static SpaceEstimate of(RunPlan plan) {
    double minutes = plan.time().toMillis() / 60_000.0;
    double perMinute = MINUTE_BYTES + plan.nodes() * MINUTE_AND_NODE_BYTES;
    long history = (long) (minutes * perMinute * plan.rate() / MEASURED_RATE);
    return new SpaceEstimate(
        plan,
        history + plan.nodes() * NODE_BYTES,
        history / CHECKED_FILES * CHECKING_HEAP + OTHER_HEAP_BYTES);
  }

  /** Fails if the disk is too small: the nodes would fail, and not because of an injected fault. */
  void requireRoom() throws IOException {
    Path there = plan.directory();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    Optional<String> trouble = lackOfRoom(there, Files.getFileStore(there).getUsableSpace());
    if (trouble.isPresent()) {
      throw new IOException(trouble.get());
    }
  }

  Optional<String> lackOfRoom(Path there, long freeBytes) {
    return freeBytes >= fileBytes
        ? Optional.empty()
        : Optional.of(
            "disk: %s free at %s (expected: about %s, for %s minutes with %d nodes)"
                .formatted(
                    megabytes(freeBytes), there, megabytes(fileBytes), minutes(), plan.nodes()));
  }

  /** Only a warning: the run itself needs less, and its history can be checked later. */
  Optional<String> lackOfHeap(long maxBytes) {
    return maxBytes >= heapBytes
        ? Optional.empty()
        : Optional.of(
            ("WARNING: heap: %s at most (expected: about %s, to check %s minutes with %d nodes):"
                    + " set TENURE_FAULTS_JAVA_OPTIONS=-Xmx%dm, now, or with --check afterwards")
                .formatted(
                    megabytes(maxBytes),
                    megabytes(heapBytes),
                    minutes(),
                    plan.nodes(),
                    heapBytes / MEGABYTE));
  }

  private String minutes() {
    return String.format(Locale.ROOT, "%.1f", plan.time().toMillis() / 60_000.0);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", bytes / MEGABYTE);
  }
}
