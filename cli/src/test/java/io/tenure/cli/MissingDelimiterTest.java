package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that was given without the -- in front of it. */
final class MissingDelimiterTest {
  @TempDir private static Path data;
  private static LocalService service;

  @TempDir private Path folder;
  private String program;
  private final List<TenureProcess> started = new ArrayList<>();

  @BeforeAll
  static void start() {
    service = LocalService.start(data);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void makeProgram() throws IOException {
    Path file = Files.writeString(folder.resolve("backup"), "#!/bin/sh\necho \"ran $*\"\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    program = file.toString();
  }

  @AfterEach
  void endAll() {
    started.forEach(TenureProcess::close);
  }

  @Test
  void programAmongTheKeysOfALockIsRefusedWithTheRightSpelling() {
    assertRefused(
        program,
        "tenure lock /jobs/x -- " + program + " full; if it is a key, add --keys-only",
        tenure("lock", "/jobs/x", program, "full"));
    assertRefused(
        "./backup",
        "tenure lock /jobs/x '/it'\\''s' -- ./backup; if it is a key, add --keys-only",
        tenure("lock", "/jobs/x", "/it's", "./backup"));
    assertRefused(
        program,
        "tenure lock KEY -- " + program + "; if it is a key, add --keys-only",
        tenure("lock", program));
  }

  @Test
  void programAmongTheKeysToAcquireIsRefusedWithTheCommandThatRunsIt() {
    assertRefused(
        program,
        "tenure lock /jobs/x -- " + program + "; if it is a key, add --keys-only",
        tenure("acquire", "/jobs/x", program));
  }

  @Test
  void programAfterTheNameOfAnElectionIsRefusedWithTheRightSpelling() {
    assertRefused(
        program,
        "tenure elect scheduler -- " + program + " now",
        tenure("elect", "scheduler", program, "now"));
    assertRefused(program, "tenure elect NAME -- " + program, tenure("elect", program));
  }

  private static void assertRefused(String program, String spelling, TenureProcess tenure) {
    assertThat(tenure.exitCode()).as(tenure.err()).isEqualTo(2);
    assertThat(tenure.out()).isEmpty();
    assertThat(tenure.err())
        .hasLineCount(1)
        .startsWith(
            "tenure: \"%s\" is an executable file, not a key; to run it while the lock is held: %s (see '"
                .formatted(program, spelling));
  }

  @Test
  void keyThatIsAProgramIsLockedWhenThatIsSaid() {
    TenureProcess acquire = tenure("acquire", program, "--keys-only");
    assertThat(acquire.exitCode()).as(acquire.err()).isZero();

    TenureProcess lock = tenure("lock", "/jobs/y" + program, program, "--keys-only", "--no-wait");

    assertThat(lock.exitCode()).as("others hold it").isEqualTo(75);
  }

  @Test
  void everythingBeforeTheDelimiterIsAKeyOrAName() {
    TenureProcess lock = tenure("lock", program, "--", program, "all");
    assertThat(lock.exitCode()).as(lock.err()).isZero();
    assertThat(lock.out()).isEqualTo("ran all\n");

    TenureProcess elect = tenure("elect", program, "--", program, "elected");
    assertThat(elect.exitCode()).as(elect.err()).isZero();
    assertThat(elect.out()).isEqualTo("ran elected\n");
  }

  @Test
  void nameOfAProgramInThePathIsAGoodNameForAnElection() {
    TenureProcess elect = tenure("elect", "sh", "--", "sh", "-c", "echo $TENURE_KEY");

    assertThat(elect.exitCode()).as(elect.err()).isZero();
    assertThat(elect.out()).isEqualTo("/elections/sh\n");
  }

  private TenureProcess tenure(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of("--endpoints", service.address()));
    TenureProcess process = TenureProcess.start(folder, all.toArray(String[]::new));
    started.add(process);
    return process;
  }
}
