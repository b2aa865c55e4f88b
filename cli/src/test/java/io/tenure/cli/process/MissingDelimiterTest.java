package io.tenure.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that was given without the -- in front of it. */
@Tag("full")
final class MissingDelimiterTest {
  private static final String KEYS_ONLY = "; if it is a key, add --keys-only";

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
        isNoKey(program) + "tenure lock /jobs/x -- " + program + " full" + KEYS_ONLY,
        tenure("lock", "/jobs/x", program, "full"));
    assertRefused(
        isNoKey("./backup") + "tenure lock /jobs/x '/it'\\''s' -- ./backup" + KEYS_ONLY,
        tenure("lock", "/jobs/x", "/it's", "./backup"));
    assertRefused(
        isNoKey(program) + "tenure lock KEY -- " + program + KEYS_ONLY, tenure("lock", program));
  }

  @Test
  void programAmongTheKeysToAcquireIsRefusedWithTheCommandThatRunsIt() {
    String expected = isNoKey(program) + "tenure lock /jobs/x -- " + program + " -v" + KEYS_ONLY;

    assertRefused(expected, tenure("acquire", "/jobs/x", program, "-v"));
    assertRefused(expected, tenure("acquire", "/jobs/x", "--", program, "-v"));
  }

  @Test
  void programAfterTheNameOfAnElectionIsRefusedWithTheRightSpelling() {
    String isNoName =
        "\"" + program + "\" is an executable file, not a name; to run it while elected: ";

    assertRefused(
        isNoName + "tenure elect scheduler -- " + program + " now",
        tenure("elect", "scheduler", program, "now"));
    assertRefused(isNoName + "tenure elect NAME -- " + program, tenure("elect", program));
  }

  /** As it would be if they were options of tenure: unknown ones, or the ones that print help. */
  @ParameterizedTest
  @ValueSource(strings = {"-a", "-h", "--help", "-V", "--version", "-o"})
  void optionsOfTheCommandAreNotTakenForOptionsOfTenure(String option) {
    assertRefused(
        isNoKey(program) + "tenure lock /jobs/x -- " + program + " " + option + " s d" + KEYS_ONLY,
        tenure("lock", "/jobs/x", program, option, "s", "d"));
    assertRefused(
        isNoKey(program) + "tenure lock /jobs/x -- " + program + " " + option + KEYS_ONLY,
        tenure("acquire", "/jobs/x", program, option));
    assertRefused(
        "names: 2 (expected: 1); to run a command while elected: tenure elect scheduler -- df "
            + option,
        tenure("elect", "scheduler", "df", option));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "acquire"})
  void commandOfALockBeginsAtTheFirstArgumentThatIsNoKey(String name) {
    assertRefused(
        "key: \"env\" (expected: a path that starts with /); to run a command while the lock is"
            + " held: tenure lock /jobs/x -- env "
            + program
            + " -h",
        tenure(name, "/jobs/x", "env", program, "-h"));
    assertRefused(
        "key: \"sh\" (expected: a path that starts with /); to run a command while the lock is"
            + " held: tenure lock KEY -- sh -c true",
        tenure(name, "sh", "-c", "true"));
  }

  @Test
  void commandOfAnElectionBeginsAtTheSecondArgument() {
    assertRefused(
        "names: 2 (expected: 1); to run a command while elected: tenure elect scheduler -- env "
            + program,
        tenure("elect", "scheduler", "env", program));
  }

  @Test
  void optionsInFrontOfTheCommandStayInFrontOfTheDelimiter() {
    assertRefused(
        isNoKey(program)
            + "tenure lock --wait 30s /jobs/x --permits=3 --value 'a b' -otext -- "
            + program
            + " --wait 1s"
            + KEYS_ONLY,
        run(
            "lock",
            "--wait",
            "30s",
            "/jobs/x",
            "--permits=3",
            "--value",
            "a b",
            "-otext",
            program,
            "--wait",
            "1s"));
    assertRefused(
        isNoKey(program) + "tenure lock --ttl 1m KEY -- " + program + KEYS_ONLY,
        run("acquire", "--ttl", "1m", program));
    assertRefused(
        "names: 2 (expected: 1); to run a command while elected: tenure elect --no-wait scheduler"
            + " --name me -- df",
        run("elect", "--no-wait", "scheduler", "--name", "me", "df"));
  }

  @Test
  void delimiterOfTheCommandItselfIsNotTakenForTheMissingOne() {
    assertRefused(
        isNoKey(program) + "tenure lock /jobs/x -- " + program + " -h -- file" + KEYS_ONLY,
        tenure("lock", "/jobs/x", program, "-h", "--", "file"));
    assertRefused(
        "key: \"git\" (expected: a path that starts with /); to run a command while the lock is"
            + " held: tenure lock /jobs/x -- git --help -- file",
        tenure("lock", "/jobs/x", "git", "--help", "--", "file"));
    assertRefused(
        "names: 2 (expected: 1); to run a command while elected: tenure elect scheduler -- grep -h"
            + " -- text",
        tenure("elect", "scheduler", "grep", "-h", "--", "text"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock /jobs/x --help", "acquire -h /jobs/x", "elect scheduler -h"})
  void helpThatIsAskedOfTenureIsPrinted(String line) {
    TenureProcess tenure = run(line.split(" "));

    assertThat(tenure.exitCode()).as(tenure.err()).isZero();
    assertThat(tenure.out()).startsWith("Usage: tenure ");
  }

  private static String isNoKey(String program) {
    return "\""
        + program
        + "\" is an executable file, not a key; to run it while the lock is held: ";
  }

  /** One line on standard error, without the address that every command here has. */
  private void assertRefused(String message, TenureProcess tenure) {
    assertThat(tenure.exitCode()).as(tenure.err()).isEqualTo(2);
    assertThat(tenure.out()).isEmpty();
    assertThat(tenure.err().replace(" --endpoints " + service.address(), ""))
        .hasLineCount(1)
        .startsWith("tenure: " + message + " (see 'tenure ");
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
    return run(all.toArray(String[]::new));
  }

  private TenureProcess run(String... arguments) {
    TenureProcess process = TenureProcess.start(folder, arguments);
    started.add(process);
    return process;
  }
}
