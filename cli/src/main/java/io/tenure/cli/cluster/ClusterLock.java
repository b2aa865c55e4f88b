package io.tenure.cli.cluster;

import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file lock: only one command at a time may start or stop nodes of a cluster. */
final class ClusterLock implements AutoCloseable {
  static final String NAME = "lock";

  private final FileChannel channel;

  private ClusterLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Creates the directory if it does not exist. */
  static ClusterLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        channel.close();
        throw new CommandFailedException(
            "another `tenure cluster` command is running in "
                + folder
                + "; try again when it has ended");
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
      return false; // Locked by another thread of this process.
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
