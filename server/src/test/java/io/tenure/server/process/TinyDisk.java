package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file system of a few megabytes in memory; only root can have one. */
final class TinyDisk implements AutoCloseable {
  private final Path path;
  private final Path ballast;
  private final Thread hook = new Thread(this::unmount);

  private TinyDisk(Path path) {
    this.path = path;
    this.ballast = path.resolve("ballast");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Skips the test if there cannot be one. */
  static TinyDisk mount(Path path, int mebibytes) throws IOException {
    Files.createDirectories(path);
    String size = "size=" + mebibytes + "m";
    boolean mounted = run("mount", "-t", "tmpfs", "-o", size, "tmpfs", path.toString());
    assumeTrue(mounted, "a file system of its own needs root");
    return new TinyDisk(path);
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Path path() {
    return path;
  }

  /** Leaves no room for anything. */
  void fill() {
    ByteBuffer block = ByteBuffer.allocate(4_096);
    try (FileChannel out =
        FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (Files.getFileStore(path).getUsableSpace() > 0) {
        out.write(block.clear());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void makeRoom() throws IOException {
    Files.delete(ballast);
  }

  private void unmount() {
    run("umount", "-l", path.toString());
  }

  @Override
  public void close() {
    unmount();
    Runtime.getRuntime().removeShutdownHook(hook);
    assertThat(path).isEmptyDirectory();
  }
}
