package io.tenure.faults.cluster;

import io.tenure.faults.cluster.RunResources.Kind;
import io.tenure.harness.Folders;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Where a node keeps its data. It may be a file system of its own, in memory, that is soon full;
 * and the node may have an agent in it that makes its writes slow or fail.
 */
public final class Disk {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int LAST_BLOCK_BYTES = 1024;

  private final Path folder;
  private final Path control;
  private final boolean small;

  private Disk(Path folder, Path control, boolean small) {
    this.folder = folder;
    this.control = control;
    this.small = small;
  }

  /** As large as the disk it is on. */
  static Disk ordinary(Path folder, Path control) throws IOException {
    Files.createDirectories(folder);
    return new Disk(folder, control, false);
  }

  /** Only root can have it. */
  static Disk small(Path folder, Path control, int mebibytes, RunResources runResources)
      throws IOException {
    Files.createDirectories(folder);
    runResources.add(Kind.MOUNT, folder.toString());
    Programs.run(
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "size=" + mebibytes + "m",
        "tenure-faults",
        folder.toString());
    return new Disk(folder, control, true);
  }

  /** What may hold nothing but the server's files. */
  Path data() {
    return folder.resolve("data");
  }

  /** What the agent reads to know what to do. */
  Path control() {
    return control;
  }

  public boolean isSmall() {
    return small;
  }

  /**
   * Leaves no room for anything. What the node deletes later makes room again.
   *
   * @throws IllegalStateException if it is not small
   */
  public synchronized void fill() throws IOException {
    if (!small) {
      throw new IllegalStateException(folder + " is not a file system of its own");
    }
    fill(BLOCK_BYTES);
    fill(LAST_BLOCK_BYTES);
  }

  private void fill(int bytes) {
    try (FileChannel out =
        FileChannel.open(ballast(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer block = ByteBuffer.allocate(bytes);
      while (out.write(block) > 0) {
        block.clear();
      }
    } catch (IOException full) {
      // As it was meant to be.
      return;
    }
  }

  /** Takes back {@link #fill}. */
  public synchronized void free() throws IOException {
    Files.deleteIfExists(ballast());
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  /** Everything that is to be on the disk for certain takes this much longer. */
  public void slow(Duration by) throws IOException {
    command("slow-fsync=" + by.toMillis());
  }

  /** Whatever is written fails. */
  public void fail() throws IOException {
    command("fail-write");
  }

  /** Takes back {@link #slow} and {@link #fail}. */
  public void behave() throws IOException {
    command("");
  }

  private void command(String text) throws IOException {
    Folders.replaceFile(control, text);
  }
}
