package io.tenure.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.faults.cluster.RunResources.Kind;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunResourcesTest {
  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private static ProcessBuilder sleeper() {
    return new ProcessBuilder("sleep", "600");
  }

  private Process start() throws IOException {
    Process process = sleeper().start();
    started.add(process);
    return process;
  }

  private static String identity(Process process) {
    return process.pid()
        + "@"
        + process.toHandle().info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static boolean ends(Process process) throws InterruptedException {
    return process.waitFor(60, TimeUnit.SECONDS);
  }

  @Test
  void processesEndWithTheirRunEvenIfTheyStandStill() throws Exception {
    RunResources runResources = RunResources.begin(folder);
    Process running = runResources.start(sleeper());
    Process standing = runResources.start(sleeper());
    started.addAll(List.of(running, standing));
    Programs.run("sh", "-c", "kill -STOP " + standing.pid());

    runResources.close();

    assertThat(ends(running)).isTrue();
    assertThat(ends(standing)).isTrue();
    assertThat(folder).isEmptyDirectory();
    assertThatThrownBy(() -> runResources.start(sleeper())).hasMessageContaining("this run ends");
  }

  @Test
  void laterRunRemovesWhatADeadOneHasLeftBehind() throws Exception {
    Process dead = start();
    Process orphan = start();
    String owner = identity(dead);
    dead.destroyForcibly();
    assertThat(ends(dead)).isTrue();
    Files.writeString(
        folder.resolve("tfdead"),
        "OWNER %s%nPROCESS %s%nNAMESPACE tf-none%nLINK tf-none%nMOUNT /tf-none%n"
            .formatted(owner, identity(orphan)));

    RunResources runResources = RunResources.begin(folder);

    assertThat(ends(orphan)).isTrue();
    assertThat(folder.resolve("tfdead")).doesNotExist();
    runResources.close();
  }

  @Test
  void whatADeadRunHasNotWrittenToItsEndIsLeftAlone() throws Exception {
    Process dead = start();
    String owner = identity(dead);
    dead.destroyForcibly();
    assertThat(ends(dead)).isTrue();
    Process other = start();
    Files.writeString(
        folder.resolve("tfdead"),
        "OWNER %s%nPROC%n%nPROCESS 12%nPROCESS %s".formatted(owner, identity(other)));

    RunResources runResources = RunResources.begin(folder);

    assertThat(folder.resolve("tfdead")).doesNotExist();
    assertThat(other.isAlive()).isTrue();
    runResources.close();
  }

  @Test
  void nothingOfARunThatIsUnderWayIsTouched() throws Exception {
    RunResources first = RunResources.begin(folder);
    Process child = first.start(sleeper());
    started.add(child);

    RunResources second = RunResources.begin(folder);

    assertThat(second.tag()).isNotEqualTo(first.tag());
    second.close();
    assertThat(child.isAlive()).isTrue();
    first.close();
  }

  @Test
  void nobodyIsKilledForHavingTheIdOfAnother() throws Exception {
    Process dead = start();
    String owner = identity(dead);
    dead.destroyForcibly();
    assertThat(ends(dead)).isTrue();
    Process other = start();
    Files.writeString(
        folder.resolve("tfdead"), "OWNER %s%nPROCESS %d@1000%n".formatted(owner, other.pid()));

    RunResources runResources = RunResources.begin(folder);

    assertThat(folder.resolve("tfdead")).doesNotExist();
    assertThat(other.isAlive()).isTrue();
    runResources.add(Kind.LINK, "tf-none");
    runResources.close();
  }
}
