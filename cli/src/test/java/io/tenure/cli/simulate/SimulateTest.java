package io.tenure.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.Main;
import io.tenure.simulation.story.Scenario;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

final class SimulateTest {
  private static final int NAMES = Scenario.all().size();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Ansi ansi = Ansi.OFF;

  @Test
  void tellsAStory() {
    int exitCode = run("paused-holder");

    assertThat(exitCode).isZero();
    assertThat(out.toString())
        .startsWith("paused-holder (seed 1): ")
        .contains("Database: rejected Client1, stale token ")
        .doesNotContain("\u001B");
    assertThat(out.toString().lines()).last().asString().startsWith("Shown: ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void seedChoosesTheTelling() {
    run("deadlock", "--seed", "2");

    assertThat(out.toString()).startsWith("deadlock (seed 2): ");
  }

  @Test
  void noFencingShowsTheCorruptionAndThatIsSuccess() {
    int exitCode = run("paused-holder", "--no-fencing");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("but 170 would be right").doesNotContain("rejected");
  }

  @Test
  void speedOnlyChangesThePace() {
    run("subtree");
    String atOnce = out.toString();
    out.getBuffer().setLength(0);

    int exitCode = run("subtree", "--speed", "1000");

    assertThat(exitCode).isZero();
    assertThat(out).hasToString(atOnce);
  }

  @Test
  void colourIsForTerminals() {
    ansi = Ansi.ON;

    run("paused-holder");

    assertThat(out.toString())
        .contains("\u001B[2m[ 0.0]\u001B[0m ")
        .containsPattern("\u001B\\[31mDatabase: rejected .*\u001B\\[0m");
  }

  @Test
  void listHasALineForEachStory() {
    int exitCode = run("--list");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).hasLineCount(NAMES).contains("paused-holder        a holder ");
  }

  @Test
  void nothingToDoIsBadUsageWithAList() {
    int exitCode = run();

    assertThat(exitCode).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("Usage: tenure simulate SCENARIO").contains("subtree");
  }

  @Test
  void helpShowsExamples() {
    int exitCode = run("--help");

    assertThat(exitCode).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("tenure simulate --explore --seeds 1..1000")
        .contains("with redis and redlock violations are expected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pausd-holder                       | scenario: pausd-holder (did you mean paused-holder?)
          paused                             | scenario: paused (did you mean paused-holder?)
          no-such-story                      | scenario: no-such-story (expected: competing-clients,
          deadlock subtree                   | Unmatched argument
          deadlock --seed 0                  | seed: 0 (expected: 1 or more)
          deadlock --seed x                  | Invalid value for option '--seed'
          deadlock --speed 0                 | speed: 0.0 (expected: more than 0)
          deadlock --speed NaN               | speed: NaN (expected: more than 0)
          deadlock --no-fencing              | --no-fencing applies to paused-holder and --explore
          deadlock --seeds 1..2              | --seeds requires --explore
          deadlock --system redis            | --system requires --explore
          --seed 3                           | missing SCENARIO
          --list deadlock                    | --list cannot be combined with other options
          --list --explore                   | --list cannot be combined with other options
          --explore --seeds 9..3             | seeds: 9..3 (expected: FIRST..LAST, 1 or more)
          --explore --seeds 0..3             | seeds: 0..3 (expected: FIRST..LAST, 1 or more)
          --explore --seeds many             | seeds: many (expected: FIRST..LAST, 1 or more)
          --explore --system etcd            | system: etcd (expected: tenure, redis, redlock)
          --explore --speed 2                | --speed applies to a scenario
          --explore --seed 2                 | --seed applies to a scenario
          --explore deadlock                 | --explore takes no SCENARIO
          --explore --system redis --no-fencing | --no-fencing applies to tenure
          """)
  void badUsageIsOneLineAndExitCodeTwo(String arguments, String message) {
    int exitCode = run(arguments.split(" "));

    assertThat(exitCode).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).hasLineCount(1).startsWith("tenure: " + message);
  }

  @Test
  void exploringTenureIsClean() {
    int exitCode = run("--explore", "--seeds", "1..3");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("No guarantee was violated");
  }

  @Test
  void exploringRedisFindsABrokenPromiseAndTellsHowToSeeItAgain() {
    int exitCode = run("--explore", "--seeds", "1..20", "--system", "redis");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString())
        .contains("Replay: ./tenure simulate --explore --system redis --seeds ");
  }

  private int run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "simulate";
    System.arraycopy(args, 0, all, 1, args.length);
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(Help.defaultColorScheme(ansi))
        .execute(all);
  }
}
