package io.tenure.cli.cluster;

import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps two commands from starting or stopping nodes of one cluster at the same time. */
final class ClusterLock implements AutoCloseable {
  static final String NAME = "lock";

  private final FileChannel channel;

  private ClusterLock(FileChannel channel) {
    this.channel = channel;
  }

  /** The folder is made if there is none. */
  static ClusterLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        channel.close();
        throw new CommandFailedException(
            "another `tenure cluster` command is at work in " + folder);
      }
      return new ClusterLock(channel);
    } catch (IOException e) {
      throw new CommandFailedException("cannot use " + folder + ": " + e, e);
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // By another thread of this process.
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new CommandFailedException("cannot close the lock: " + e, e);
    }
  }
}
