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

/** A folder that is deleted when it is not needed any more, or when the process ends. */
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
          "cannot create a data directory in " + System.getProperty("java.io.tmpdir"), e);
    }
  }

  Path path() {
    return path;
  }

  /** Files that are still open and cannot be deleted are deleted when the process ends. */
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

  /** Skips what has vanished or cannot be deleted. */
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

    @SuppressWarnings("EmptyCatch") // The caller checks what is left.
    private static FileVisitResult delete(Path path) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException kept) {
        // Left for the next attempt.
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
