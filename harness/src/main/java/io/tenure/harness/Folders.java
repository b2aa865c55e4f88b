package io.tenure.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on whole directories and whole files. */
public final class Folders {
  private Folders() {}

  /** Replaces a file atomically: a reader sees the old text or the new one, never a part. */
  public static void replaceFile(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, text);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Copies a directory with everything in it.
   *
   * @param copy must not exist
   */
  public static void copy(Path folder, Path copy) throws IOException {
    List<Path> paths;
    try (Stream<Path> below = Files.walk(folder)) {
      paths = below.toList();
    }
    for (Path path : paths) {
      Files.copy(
          path,
          copy.resolve(folder.relativize(path).toString()),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Deletes a directory with everything in it, if it exists. */
  public static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> below = Files.walk(folder)) {
      paths = below.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return;
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
