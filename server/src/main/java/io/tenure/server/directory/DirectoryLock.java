package io.tenure.server.directory;

import io.tenure.server.config.StartRefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a second node off a data directory. The operating system holds the lock and drops it when
 * the process ends, however it ends; the file stays.
 *
 * <p>POSIX drops a process's lock as soon as the process closes <em>any</em> of its channels on the
 * file. So a directory that this process has locked already is recognised before the file is
 * opened.
 */
final class DirectoryLock implements AutoCloseable {
  static final String FILE = "lock";

  /** By what identifies a directory under all its names, links and mounts included. */
  private static final Set<Object> LOCKED_HERE = ConcurrentHashMap.newKeySet();

  /** A pid, with room to spare. */
  private static final int MAX_PID_BYTES = 20;

  private final Object identity;
  private final FileChannel channel;

  private DirectoryLock(Object identity, FileChannel channel) {
    this.identity = identity;
    this.channel = channel;
  }

  static DirectoryLock take(Path directory) throws IOException, StartRefusedException {
    Object inode = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
    Object identity = inode == null ? directory.toRealPath() : inode;
    if (!LOCKED_HERE.add(identity)) {
      throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return new DirectoryLock(identity, lock(directory));
    } catch (IOException | StartRefusedException | RuntimeException e) {
      LOCKED_HERE.remove(identity);
      throw e;
    }
  }

  private static FileChannel lock(Path directory) throws IOException, StartRefusedException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(directory, readPid(channel));
      }
      writePid(channel);
      return channel;
    } catch (OverlappingFileLockException e) {
      // Locked by another copy of this class, in another class loader.
      channel.close();
      throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
    } catch (IOException | StartRefusedException e) {
      channel.close();
      throw e;
    }
  }

  private static String readPid(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_PID_BYTES);
    channel.read(bytes, 0);
    String pid = StandardCharsets.US_ASCII.decode(bytes.flip()).toString().strip();
    return pid.matches("\\d+") ? pid : "unknown";
  }

  /** For people only: nothing depends on it, so it need not be durable. */
  private static void writePid(FileChannel channel) throws IOException {
    channel.truncate(0);
    channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
  }

  private static StartRefusedException inUse(Path directory, String pid) {
    return new StartRefusedException(
        "data: " + directory + " is in use by another node (pid " + pid + ")");
  }

  @Override
  public void close() throws IOException {
    channel.close();
    LOCKED_HERE.remove(identity);
  }
}
