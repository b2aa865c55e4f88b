package io.tenure.server.directory;

import io.tenure.raft.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a small file so that after a power loss it is either the old one or the new one. */
final class DurableFile {
  /** What a half-written file ends in; the next write replaces it. */
  static final String UNFINISHED = ".tmp";

  private DurableFile() {}

  static void write(Path file, String text) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Durability.syncDirectoryOf(file);
  }
}
