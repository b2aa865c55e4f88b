package io.tenure.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A folder that is gone when it is not needed any more, at the latest with this process. */
final class TemporaryFolder {
  private static final Set<TemporaryFolder> LEFT = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> LEFT.forEach(TemporaryFolder::delete), "tenure-testkit-folders"));
  }

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  static TemporaryFolder create() {
    try {
      TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory("tenure-testkit-"));
      LEFT.add(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no folder for a server's data in " + System.getProperty("java.io.tmpdir"), e);
    }
  }

  Path path() {
    return path;
  }

  /** What somebody still keeps open, where that matters, is tried again when the process ends. */
  void delete() {
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (IOException e) {
      return;
    }
    if (!Files.exists(path)) {
      LEFT.remove(this);
    }
  }

  /** Goes on at whatever has vanished or cannot be deleted. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return delete(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException thrown) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException thrown) {
      return delete(folder);
    }

    @SuppressWarnings("EmptyCatch") // What is left is seen by whoever asked for the deletion.
    private static FileVisitResult delete(Path path) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException kept) {
        // As said above.
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
