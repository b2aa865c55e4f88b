package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.TinyWorld;
import io.tenure.faults.fault.FaultKind;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
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
    new RunNotes(Map.of("seed", "6", Report.BROKEN, broken), Map.of(), "", Map.of()).write(folder);
  }

  @Test
  void checkGoesWithNothingElse() throws IOException {
    historyOfNothing("nothing");

    assertThat(run("--check", folder.toString(), "--minutes", "3")).isEqualTo(2);

    assertThat(said.toString()).contains("check: together with --minutes (expected: alone)");
  }

  @Test
  void folderWithACommaIsRefused() {
    String out = folder.resolve("a,b").toString();

    assertThat(run("--minutes", "1", "--out", out)).isEqualTo(2);

    assertThat(said.toString()).contains("out: " + out + " (expected: no comma");
    assertThat(folder.resolve("a,b")).doesNotExist();
  }

  @Test
  void runThatProvesNothingIsNoSuccess() throws IOException {
    historyOfNothing("nothing");

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString()).contains("nothing was granted", "no fault was injected");
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

    assertThat(said.toString()).containsOnlyOnce("NOT detected");
  }

  @Test
  void variantThatCannotBeSeenHereNeedNotBeCaught() throws IOException {
    history("fsync-off", entry -> entry);

    assertThat(run("--check", folder.toString())).as(said.toString()).isZero();

    assertThat(said.toString()).contains("fsync-off, a deliberate bug: NOT detected", "expected");
  }

  @Test
  void variantMustBeKnown() {
    assertThat(run("--broken", "no-locks")).isEqualTo(2);

    assertThat(said.toString())
        .contains("broken: no-locks (expected: ack-before-commit, ", "wall-clock-client or all)");
  }

  @Test
  void variantThatCannotBeSeenHereMustStillBeRunProperly() throws IOException {
    historyOfNothing("fsync-off");

    assertThat(run("--check", folder.toString())).isEqualTo(1);
  }

  /** A whole history in which nothing is wrong, but for what a change does to each entry. */
  private void history(String broken, UnaryOperator<@Nullable Entry> change) throws IOException {
    historyOfNothing(broken);
    try (HistoryWriter writer =
        new HistoryWriter(new RunFolder(folder).histories().resolve("all.jsonl"))) {
      for (Entry entry : TinyWorld.history(3)) {
        // A calm as long as those of a run.
        Entry changed =
            change.apply(
                entry instanceof Entry.Calm calm
                    ? new Entry.Calm(calm.fromNanos() - TimeUnit.SECONDS.toNanos(4), calm.toNanos())
                    : entry);
        if (changed != null) {
          writer.write(changed);
        }
      }
    }
  }

  @Test
  void whatWasNotTestedIsNamed() throws IOException {
    history("nothing", entry -> entry);

    assertThat(run("--check", folder.toString())).as(said.toString()).isZero();

    assertThat(said.toString())
        .contains("every tested guarantee held; not tested: wrong clocks change" + " nothing")
        .containsPattern("wrong clocks change nothing +not tested");
  }

  @Test
  void historyWithoutResourcesIsNoSuccess() throws IOException {
    history("nothing", entry -> entry instanceof Entry.Accessed ? null : entry);

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString())
        .contains(
            "not tested: no two holders at a resource",
            "not tested: fenced resources let no stale token in");
  }

  @Test
  void historyWithoutObserversIsNoSuccess() throws IOException {
    history("nothing", entry -> entry instanceof Entry.Observed ? null : entry);

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString()).contains("not tested: observers see every leader in order");
  }

  @Test
  void historyWithoutCalmIsNoSuccess() throws IOException {
    history("nothing", entry -> entry instanceof Entry.Calm ? null : entry);

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString())
        .contains("not tested: progress after faults", "not tested: nothing is left behind");
  }

  @Test
  void timesThatCannotBeAreTold() throws IOException {
    AtomicInteger ends = new AtomicInteger();
    history(
        "nothing",
        entry ->
            entry instanceof Entry.Returned returned
                    && returned.result().token() != 0
                    && ends.getAndIncrement() < 2
                ? new Entry.Returned(
                    returned.op(), returned.result(), ends.get() == 1 ? -7 : Long.MAX_VALUE)
                : entry);

    assertThat(run("--check", folder.toString())).isEqualTo(1);

    assertThat(said.toString()).contains("came back before it was called");
  }

  @Test
  void helpNamesEveryKindOfFault() {
    assertThat(run("--help")).isZero();

    for (FaultKind kind : FaultKind.values()) {
      for (String group : kind.groups()) {
        assertThat(said.toString())
            .containsPattern("\\n  " + group + " (.|\\n {13})* " + kind.label() + "[,\\n]");
      }
    }
  }
}
