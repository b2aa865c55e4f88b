package io.tenure.raft;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What is written is on the disk, and a power loss does not take it away. */
public final class Durability {
  private Durability() {}

  /** Of a file its content, of a directory the names in it. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Makes the file's name durable, not its content. */
  public static void syncDirectoryOf(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      sync(directory);
    }
  }
}
