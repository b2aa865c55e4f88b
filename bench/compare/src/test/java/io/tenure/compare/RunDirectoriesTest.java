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

class RunDirectoriesTest {
  @TempDir private Path parent;
  private final List<String> messages = new ArrayList<>();

  @Test
  void serversAndStateOfAKilledRunAreRemoved() throws Exception {
    Path state = Files.createDirectories(directory(idOfADeadProcess()).resolve("etcd-1/n1"));
    Files.writeString(state.resolve("log"), "x");
    Process server = new ProcessBuilder("sleep", "600").directory(state.toFile()).start();
    try {
      new RunDirectories(parent).removeStale(messages::add);

      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(parent).isEmptyDirectory();
      assertThat(messages).singleElement().asString().contains("1 processes");
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void otherDirectoriesAreNotTouched() throws IOException {
    Path mine = new RunDirectories(parent).create();
    Path unknown = Files.createDirectory(parent.resolve("tenure-bench-results"));

    new RunDirectories(parent).removeStale(messages::add);

    assertThat(parent.toRealPath())
        .isDirectoryContaining(mine::equals)
        .isDirectoryContaining(one -> one.endsWith(unknown.getFileName()));
    assertThat(messages).isEmpty();
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
