package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
  @TempDir private Path parent;
  private final List<String> said = new ArrayList<>();

  @Test
  void serversAndStateOfAKilledBenchAreRemoved() throws Exception {
    Path state = Files.createDirectories(directory(idOfADeadProcess()).resolve("etcd-1/n1"));
    Files.writeString(state.resolve("log"), "x");
    Process server = new ProcessBuilder("sleep", "600").directory(state.toFile()).start();
    try {
      new Leftovers(parent).sweep(said::add);

      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(parent).isEmptyDirectory();
      assertThat(said).singleElement().asString().contains("1 processes");
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void whatOthersUseStays() throws IOException {
    Path mine = new Leftovers(parent).create();
    Path unknown = Files.createDirectory(parent.resolve("tenure-bench-results"));

    new Leftovers(parent).sweep(said::add);

    assertThat(parent.toRealPath())
        .isDirectoryContaining(mine::equals)
        .isDirectoryContaining(one -> one.endsWith(unknown.getFileName()));
    assertThat(said).isEmpty();
  }

  private Path directory(long pid) {
    return parent.resolve("tenure-bench-" + pid + "-1234567");
  }

  private static long idOfADeadProcess() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }
}
