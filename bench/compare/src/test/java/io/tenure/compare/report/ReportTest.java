package io.tenure.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Results SOUND =
      Samples.results(
          Samples.run("etcd", 1, 1_000),
          Samples.run("tenure", 1, 10_000),
          Samples.run("tenure", 2, 40_000),
          Samples.run("tenure", 3, 20_000),
          Samples.run("etcd", 2, 3_000));

  @Test
  void tableHasTheMedianAndItsRatioToTenure() {
    String text = TextReport.of(SOUND);

    assertThat(text)
        .contains("contended, 16 workers on one key, a client each")
        .containsPattern("tenure +2,000/s +×1.00 +1,000/s–4,000/s +1.25")
        .containsPattern("etcd +200/s +×0.10 +100/s–300/s");
  }

  @Test
  void secondTableHasWhatAnOperationCost() {
    assertThat(TextReport.of(SOUND))
        .containsPattern("what one of these cost\\R +system +bytes on the wire")
        .containsPattern("tenure +1,000 +×1.00 .* 50.0 µs +30.0 µs +0.50 +4.00");
  }

  @Test
  void runWithAViolationIsLeftOutAndNamed() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("etcd", 1, 1_000),
            Samples.run("etcd", 2, 900_000, Samples.violations(3)));

    String text = TextReport.of(results);
    String page = HtmlReport.of(results);

    assertThat(results.sound()).isFalse();
    assertThat(text)
        .containsPattern("etcd \\(!\\) +100/s +×0.10")
        .contains("!!! 1 of 3 runs are NOT RESULTS")
        .contains("etcd, contended, round 2: 3 mutual exclusion violations; e.g. /k: granted");
    assertThat(page).contains("1 of 3 runs are not results").contains("class=\"bad\"");
  }

  @Test
  void sumsOfAllRunsAreAlwaysTold() {
    Results rejected =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("etcd", 1, 1_000, Samples.violations(3)),
            Samples.run("etcd", 2, 1_000, Samples.violations(2)));
    String none =
        "5 runs: 0 mutual exclusion violations, 0 stale tokens, 0 lost grants, 0 stuck keys";

    assertThat(TextReport.of(SOUND)).endsWith(none + System.lineSeparator());
    assertThat(HtmlReport.of(SOUND)).contains(none);
    assertThat(TextReport.of(rejected)).contains("3 runs: 5 mutual exclusion violations, 0 stale");
    assertThat(HtmlReport.of(rejected)).contains("3 runs: 5 mutual exclusion violations, 0 stale");
  }

  @Test
  void errorsOfAllRoundsAreAddedUp() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000, Samples.errors(1)),
            Samples.run("tenure", 2, 10_000, Samples.errors(0)),
            Samples.run("tenure", 3, 10_000, Samples.errors(4)));

    assertThat(TextReport.of(results)).containsPattern("tenure +1,000/s .* 5\\R");
  }

  @Test
  void memoryOfHoldersIsThatBeforeAndWhatWasAdded() {
    assertThat(TextReport.of(Samples.results(Samples.holders("tenure", 200, 300))))
        .containsPattern("servers' memory .* before +growth")
        .containsPattern("tenure +300 MiB .* 200 MiB +100 MiB");
  }

  @Test
  void gapWithoutAnEndHasNoRatio() {
    Results results =
        Samples.results(Samples.failover("tenure", 200.0), Samples.failover("etcd", null));

    assertThat(TextReport.of(results))
        .containsPattern("tenure +200 ms +×1.00")
        .containsPattern("etcd +> 30 s +> 30 s");
  }

  @Test
  void nothingIsComparedWithARunThatIsNoResult() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000, Samples.violations(1)), Samples.run("etcd", 1, 1_000));

    assertThat(TextReport.of(results))
        .containsPattern("tenure \\(!\\) +NO RESULT\\R")
        .doesNotContain("×");
  }

  @Test
  void jsonHasEveryRunAndCanBeReadAgain() {
    String json = JsonReport.of(SOUND);

    assertThat(JsonReport.read(json)).isEqualTo(SOUND);
    assertThat(json)
        .contains("\"spread\":{\"median\":2000,\"min\":1000,\"max\":4000,\"count\":3}")
        .contains("\"vsTenure\":0.1");
  }

  @Test
  void pageStandsOnItsOwn() {
    String page = HtmlReport.of(SOUND);

    assertThat(page)
        .doesNotContain("<script")
        .doesNotContain("src=")
        .doesNotContain("href=")
        .doesNotContain("@import")
        .contains("A processor, 2 cores")
        .contains("./tenure bench --workload contended")
        .contains("Left out: redis, not installed (apt-get install redis-server)")
        .contains("coordinated omission")
        .contains("prefers-color-scheme: dark");
  }

  @Test
  void textOfOthersCannotBecomeMarkup() {
    assertThat(HtmlReport.of(SOUND)).contains("3 &lt;b&gt;").doesNotContain("3 <b>");
  }

  @Test
  void failureIsNoResult() {
    Run run = Run.failed("etcd", 1, Samples.CONTENDED, "no port is free\nlog");

    assertThat(run.valid()).isFalse();
    assertThat(TextReport.of(Samples.results(run)))
        .contains("round 1: no port is free")
        .doesNotContain("log");
  }

  @Test
  void spreadHasTheMedianOfEvenAndOddCounts() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3, 3));
    assertThat(Spread.of(List.of(1.0, 2.0))).isEqualTo(new Spread(1.5, 1, 2, 2));
  }
}
