package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the command line says no to, and what it says of a run that is there already. */
class CommandTest {
  @TempDir private Path folder;

  private final StringWriter said = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = new CommandLine(new Faults());
    command.setOut(new PrintWriter(said));
    command.setErr(new PrintWriter(said));
    return command.execute(arguments);
  }

  private void historyOfNothing(String broken) throws IOException {
    Files.createDirectories(new RunFolder(folder).histories());
    new RunNotes(Map.of("seed", "6", RunPlan.BROKEN, broken), Map.of(), "").write(folder);
  }

  @Test
  void checkGoesWithNothingElse() throws IOException {
    historyOfNothing("nothing");

    assertThat(run("--check", folder.toString(), "--minutes", "3")).isEqualTo(2);

    assertThat(said.toString()).contains("check: together with --minutes (expected: alone)");
  }

  @Test
  void runThatProvesNothingIsNoSuccess() throws IOException {
    historyOfNothing("nothing");

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString()).contains("nothing was granted", "no fault has happened");
  }

  @Test
  void reportOfACheckHasTheSettingsOfTheRun() throws IOException {
    historyOfNothing("nothing");

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(Files.readString(folder.resolve("report.json"))).contains("\"seed\": \"6\"");
  }

  @Test
  void variantThatIsNotCaughtIsAFailure() throws IOException {
    historyOfNothing("token-restart");

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString()).contains("token-restart: NOT caught");
  }

  @Test
  void variantThatCannotBeSeenHereNeedNotBeCaught() throws IOException {
    historyOfNothing("fsync-off");

    assertThat(run("--check", folder.toString())).isZero();

    assertThat(said.toString()).contains("fsync-off: NOT caught, as is to be expected here");
  }
}
